/** One step of a load as a progress bar shows it; `total` is 0 while it is not known. */
interface LoadStep {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

export type OnProgress = (steps: readonly LoadStep[]) => void;

/** A step at work: reports how far it is, and its total when it learns it. */
export type ReportStep = (done: number, total?: number) => void;

export interface Step {
  readonly name: string;
  run(report: ReportStep): Promise<void>;
}

/** Runs steps one after another and tells every change of the whole list. */
export async function runSteps(steps: readonly Step[], onProgress: OnProgress): Promise<void> {
  const states: LoadStep[] = steps.map(({ name }) => ({ name, done: 0, total: 0 }));
  for (const [index, step] of steps.entries()) {
    let total = 0;
    const report: ReportStep = (done, newTotal = total) => {
      total = newTotal;
      states[index] = { name: step.name, done, total };
      onProgress([...states]);
    };
    report(0);
    await step.run(report);
    const last = states[index];
    // a step whose total was never known, and one that counted short, ends full
    if (last) report(Math.max(last.done, last.total, 1), Math.max(last.done, last.total, 1));
  }
}
