import { condition, type Condition } from './condition.ts';

/** Which hosts a question about one host covers (E6, E7: scope). */
export interface HostScope {
  /** The host alone; every host at or below a domain; every host directly below a name. */
  readonly kind: 'host' | 'domain' | 'level';
  readonly name: string;
}

/** A condition on a column of reversed names. */
export function hostCondition(column: 'rname' | 'arev', { kind, name }: HostScope): Condition {
  const below = `startsWith(${column}, reverse({below:String}))`;
  switch (kind) {
    case 'host':
      return condition(`${column} = reverse({host:String})`, { host: name });
    case 'domain':
      return condition(`${column} = reverse({host:String}) OR ${below}`, { host: name, below: `.${name}` });
    case 'level':
      return condition(`${below} AND position(substring(${column}, length({below:String}) + 1), '.') = 0`, {
        below: `.${name}`,
      });
  }
}
