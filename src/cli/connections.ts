import type { ConnectionRow } from '#contract/generated/types.gen.ts';
import { attributeWord } from '#model/connection.ts';
import { formatNumber } from '#model/format.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import { visibleText } from '#model/visible-text.ts';
import { fetchAnswer } from '#web/api/query.ts';
import { connectionsQuestion } from '#web/evidence/connections.tsx';
import { type RowOptions, say } from './output.ts';
import { fieldNames, printRows } from './answer-rows.ts';
import { CommandFailure, connect } from './service.ts';
import { teamMarker } from './team.ts';

/** `sightline connections VALUE`: what a domain or an address shares with others, the most telling first. */
export async function connections(value: string, options: RowOptions): Promise<void> {
  const { interpretations, problem } = recogniseValue(value);
  const found = interpretations.find(({ kind }) => kind === 'domain' || kind === 'ipv4' || kind === 'ipv6');
  if (!found) throw new CommandFailure(`${visibleText(value)}: ${problem?.message ?? 'not a domain or an address'}`, 2);
  connect(options);
  const { response } = await fetchAnswer(connectionsQuestion(found));
  const marked = await teamMarker();
  const rows = marked<TeamRow>(response.connections ?? []);
  if (rows.length === 0) say('The collection holds no DNS record, registration or scan of this subject.');
  await printRows(rows, [...fieldNames('@ConnectionRow'), 'team'], options, lines(rows));
}

interface TeamRow extends ConnectionRow {
  readonly team?: readonly string[];
}

const lines = (rows: readonly TeamRow[]): readonly (readonly string[])[] => [
  ['Weight', 'Shared by', 'Attribute', 'Value', 'Last seen', 'Team'],
  ...rows.map(({ bits = 0, shared_by: sharedBy = 0, attribute = '', value = '', last_seen: seen = '', team = [] }) => [
    bits.toFixed(1),
    formatNumber(sharedBy),
    attributeWord(attribute),
    visibleText(value),
    seen,
    visibleText(team.join('; ')),
  ]),
];
