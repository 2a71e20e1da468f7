// `npm run house`: measures of the code of a checkout, beside their goals.
//
//   npm run house                            this checkout
//   npm run house -- --checkout FOLDER       another one
//   npm run house -- --before FOLDER         this one and an earlier one
//   npm run house -- --list                  also every file and line behind a number
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'oxfmt';
import { formatNumber } from '../../src/model/format.ts';
import { filesInCycles, isGenerated, readImports, readSources } from './import-graph.ts';
import {
  exportedNames,
  filesLoadedBy,
  filesNaming,
  isProduct,
  isTest,
  linesOf,
  longFunctions,
  panelLines,
} from './measures.ts';

interface Measure {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  /** The counted items. */
  readonly list?: readonly string[];
}

function measure(checkout: string): Measure[] {
  const all = readSources(checkout);
  const imports = readImports(all);
  const product = all.filter(isProduct);
  const tests = all.filter(isTest);
  const names = exportedNames(product);
  const share = Math.round((100 * names.oneReader.length) / names.all.length);
  const written = new Set(all.filter((source) => !isGenerated(source)).map(({ path }) => path));
  const counted = (name: string, list: readonly string[], goal: number): Measure => ({
    name,
    value: formatNumber(list.length),
    goal: formatNumber(goal),
    list,
  });
  return [
    {
      name: 'product files / lines',
      value: `${formatNumber(product.length)} / ${formatNumber(linesOf(product))}`,
      goal: '640 / 78,000',
    },
    { name: 'spec and test lines', value: formatNumber(linesOf(tests)), goal: '38,000' },
    {
      name: 'exported names; with one reader',
      value: `${formatNumber(names.all.length)}; ${share} %`,
      goal: '2,300; 20 %',
      list: names.oneReader,
    },
    counted('files on the path of `qname` from URL to row', filesNaming('qname', product), 25),
    counted('files loaded by the IP page', filesLoadedBy('src/web/pages/ip/route.tsx', all, imports), 150),
    counted('functions of 100 lines or more', longFunctions(product, 100), 5),
    counted(
      'files in an import cycle',
      filesInCycles(imports).filter((path) => written.has(path)),
      0,
    ),
    { name: 'lines of a new panel', value: formatNumber(panelLines(product)), goal: '60' },
  ];
}

function table(columns: readonly (readonly [title: string, measures: readonly Measure[]])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = columns[0]?.[1] ?? [];
  return [
    line(['measure', ...columns.map(([title]) => title), 'goal']),
    line(['---', ...columns.map(() => '---:'), '---:']),
    ...rows.map(({ name, goal }, at) => line([name, ...columns.map(([, each]) => each[at]?.value ?? ''), goal])),
  ].join('\n');
}

const { values } = parseArgs({
  options: {
    checkout: { type: 'string', default: join(import.meta.dirname, '../..') },
    before: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const now = measure(values.checkout);
const before = values.before === undefined ? [] : [['before', measure(values.before)] as const];
console.log((await format('table.md', table([...before, ['now', now]]))).code);
if (values.list)
  for (const { name, list } of now) if (list) console.log(`${name}\n${list.map((each) => `  ${each}\n`).join('')}`);
