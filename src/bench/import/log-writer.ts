import type { Transaction } from './transactions.ts';

/** How a format writes transactions: one line each. */
export interface LogWriter {
  readonly head?: readonly string[];
  readonly line: (transaction: Transaction) => string;
}

export const isoTime = ({ time }: Transaction) => new Date(time * 1000).toISOString();

export const json = (make: (transaction: Transaction) => object): LogWriter => {
  return { line: (transaction) => JSON.stringify(make(transaction)) };
};
