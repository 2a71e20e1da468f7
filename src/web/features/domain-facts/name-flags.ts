import { toUnicodeName } from '#model/domain-name.ts';
import { mixedScripts } from '#model/mixed-scripts.ts';
import type { SubjectFlag } from '#web/components/subject/subject-flags.ts';

/** What the spelling of a name alone says, before any answer. */
export function nameFlags(domain: string): readonly SubjectFlag[] {
  const scripts = mixedScripts(toUnicodeName(domain));
  if (!scripts) return [];
  return [
    {
      id: 'mixed-scripts',
      label: 'mixed scripts',
      meaning: `One label mixes ${scripts.join(' and ')} letters: it may imitate another name`,
      tone: 'warning',
    },
  ];
}
