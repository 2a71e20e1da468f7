import type { Dossier, Fact } from '#model/fact.ts';

/** Epoch seconds of the day of every dossier here. */
export const dossierDay = Date.UTC(2026, 0, 31) / 1000;

/** A dossier with these facts. */
export function dossier(facts: readonly Fact[], truncation: string | null = null): Dossier {
  return { title: 'padns-forward: a.example', facts, truncation, day: dossierDay };
}
