import { Presets, SingleBar } from 'cli-progress';
import type { LoadStep } from './http/load-state.ts';
import type { LoadProgress } from './load-collection.ts';

/** The first load in the terminal: a bar where there is one, a line per step where output goes to a file. */
export function terminalProgress(out: NodeJS.WriteStream = process.stdout): LoadProgress {
  return out.isTTY ? bar() : lines(out);
}

function bar(): LoadProgress {
  const single = new SingleBar(
    { format: '  {bar} {percentage} %  {step}', hideCursor: true, stopOnComplete: false, clearOnComplete: true },
    Presets.shades_classic,
  );
  return {
    update: (steps) => {
      if (!single.isActive) single.start(1000, 0, { step: '' });
      single.update(Math.round(1000 * shareOf(steps)), { step: currentStep(steps)?.name ?? '' });
    },
    stop: () => {
      if (single.isActive) single.stop();
    },
  };
}

function lines(out: NodeJS.WriteStream): LoadProgress {
  const told = new Set<string>();
  return {
    update: (steps) => {
      for (const { name, done, total } of steps) {
        if (total === 0 || done < total || told.has(name)) continue;
        told.add(name);
        out.write(`  loaded ${name}: ${total.toLocaleString('en')}\n`);
      }
    },
    stop: () => undefined,
  };
}

/** Every step weighs as many rows as it has; one whose size is not known yet weighs little. */
function shareOf(steps: readonly LoadStep[]): number {
  const total = steps.reduce((sum, step) => sum + Math.max(step.total, 1), 0);
  return steps.reduce((sum, step) => sum + Math.min(step.done, step.total), 0) / total;
}

function currentStep(steps: readonly LoadStep[]): LoadStep | undefined {
  return steps.find((step) => step.done < step.total || step.total === 0);
}
