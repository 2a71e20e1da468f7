/** Writes an event of a program in a process of its own, as a line that `runProcess` reads. */
export function reportEvent(event: object): void {
  console.warn(JSON.stringify(event));
}
