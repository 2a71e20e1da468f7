/** Rows of one staging table, one JSON object a line. */
export interface TableLines {
  readonly table: string;
  readonly lines: string;
}

/** Collects rows of staging tables until there are enough for an insert. */
export class StagedRows {
  readonly #lines = new Map<string, string[]>();
  #count = 0;

  /** How many rows are waiting. */
  get count(): number {
    return this.#count;
  }

  put(table: string, rows: readonly object[]): void {
    const lines = this.#lines.get(table) ?? [];
    this.#lines.set(table, lines);
    for (const row of rows) lines.push(JSON.stringify(row));
    this.#count += rows.length;
  }

  /** Removes and returns all waiting rows. */
  take(): TableLines[] {
    const taken = [...this.#lines].map(([table, lines]) => ({ table, lines: lines.join('\n') }));
    this.#lines.clear();
    this.#count = 0;
    return taken;
  }
}
