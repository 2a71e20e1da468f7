import { formatCount } from '#model/format.ts';
import { visibleText } from '#model/visible-text.ts';
import { arrive } from '#web/api/prefetch.ts';
import { codeSafe, defangText } from '#web/kit/share/ticket-markdown.ts';
import type { StepNodes } from '#web/stores/investigation/investigation-node.ts';
import { timeWords } from './investigation-words.ts';
import {
  type ReportOptions,
  type ReportPart,
  reportParts,
  type ReportStep,
  reportSteps,
  type ReportText,
} from './report-parts.ts';

/** The report on an investigation in Markdown. @param picture of the graph: a data URI, or the name of a file beside the report */
export function investigationReport(name: string, nodes: StepNodes, options: ReportOptions, picture: string): string {
  const parts = reportParts(nodes, options).map((part) => markdownOf(part, picture));
  return `${[`# ${codeSafe(defangText(name))}`, ...parts].join('\n\n')}\n`;
}

/** A ZIP archive, not compressed, of the report and the picture that it refers to as `graph.svg`. @param time of both files */
export async function reportArchive(report: string, picture: Uint8Array, time: Date): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await arrive(() => import('fflate'));
  return zipSync({ 'report.md': strToU8(report), 'graph.svg': picture }, { mtime: time, level: 0 });
}

/** The investigation for a ticket: the tree as a nested list, every indicator defanged, verdicts as they were seen, notes as quotes. */
export function investigationMarkdown(name: string, nodes: StepNodes, exportedAt: Date): string {
  const count = formatCount(nodes.size, 'step');
  const head = `**${codeSafe(defangText(name))}**\n\n${count}, exported ${timeWords(exportedAt.getTime())} UTC. Verdicts as last seen.`;
  const steps = markdownSteps(reportSteps(nodes, { hasNotes: true })).join('\n');
  return `${[head, steps].filter(Boolean).join('\n\n')}\n`;
}

function markdownOf(part: ReportPart, picture: string): string {
  switch (part.is) {
    case 'heading':
      return `## ${codeSafe(part.text)}`;
    case 'text':
      return codeSafe(part.text);
    case 'note':
      return [`**${codeSafe(part.about)}**`, quoted(part.text).join('\n')].filter(Boolean).join('\n\n');
    case 'table':
      return [
        row(part.head),
        `|${part.head.map(() => '---|').join('')}`,
        ...part.rows.map((cells) => row(cells.map(markdownText))),
      ].join('\n');
    case 'steps':
      return markdownSteps(part.steps).join('\n');
    case 'picture':
      return `![${codeSafe(part.text)}](${picture})`;
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/[\r\n]+/g, ' ')).join(' | ')} |`;
}

/** The text of a link has no brackets that could end it: those of defanged text are escaped. */
function markdownText(text: ReportText): string {
  if (typeof text === 'string') return codeSafe(text);
  return `[${codeSafe(text.text).replaceAll(/[[\]]/g, '\\$&')}](<${text.href.replaceAll(/[<>]/g, encodeURIComponent)}>)`;
}

/** The lines of a note, each behind `> `. */
function quoted(note: string): readonly string[] {
  return note === '' ? [] : note.split(/\r\n|[\r\n]/).map((line) => `> ${codeSafe(line)}`);
}

function markdownSteps(steps: readonly ReportStep[]): readonly string[] {
  return steps.flatMap(({ title, kind, words, note, below }) => [
    `- ${[`**${codeSafe(title)}** ${kind}`.trim(), ...words.map(codeSafe)].join(' · ')}`,
    ...[...quoted(note), ...markdownSteps(below)].map((line) => `  ${line}`),
  ]);
}

/** The report as one HTML file that needs nothing else, and prints well. @param picture of the graph: an SVG document of our own */
export function reportPage(name: string, nodes: StepNodes, options: ReportOptions, picture: string): string {
  const title = escaped(defangText(name));
  const parts = reportParts(nodes, options).map((part) => htmlOf(part, picture));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<h1>${title}</h1>
${parts.join('\n')}
</body>
</html>
`;
}

const styles = `
:root { color-scheme: light; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; color: #16191f; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; break-after: avoid; }
table { width: 100%; border-collapse: collapse; font-size: 0.87rem; }
th, td { padding: 0.3rem 0.6rem 0.3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #d9dde4; overflow-wrap: anywhere; }
th { color: #566071; font-weight: 600; white-space: nowrap; } tr { break-inside: avoid; }
ul { padding-left: 1.2rem; } blockquote { margin: 0.3rem 0 0.8rem; padding-left: 0.8rem; border-left: 3px solid #c3c9d4; }
svg { max-width: 100%; height: auto; } figure { margin: 0; break-inside: avoid; } figcaption { color: #566071; font-size: 0.87rem; }
a { color: #1f5fbf; }
@media print { body { margin: 0; max-width: none; font-size: 11px; } a { color: inherit; text-decoration: none; } }
@page { margin: 15mm; }
`;

function htmlOf(part: ReportPart, picture: string): string {
  switch (part.is) {
    case 'heading':
      return `<h2>${escaped(part.text)}</h2>`;
    case 'text':
      return `<p>${escaped(part.text)}</p>`;
    case 'note':
      return `<p><b>${escaped(part.about)}</b></p>${htmlNote(part.text)}`;
    case 'table': {
      const head = part.head.map((text) => `<th>${escaped(text)}</th>`).join('');
      const rows = part.rows.map((cells) => `<tr>${cells.map((cell) => `<td>${htmlText(cell)}</td>`).join('')}</tr>`);
      return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
    }
    case 'steps':
      return htmlSteps(part.steps);
    case 'picture':
      return `<figure>${picture}<figcaption>${escaped(part.text)}</figcaption></figure>`;
  }
}

function htmlSteps(steps: readonly ReportStep[]): string {
  if (steps.length === 0) return '';
  const items = steps.map(
    ({ title, kind, words, note, below }) =>
      `<li>${[`<b>${escaped(title)}</b> ${kind}`.trim(), ...words.map(escaped)].join(' · ')}${htmlNote(note)}${htmlSteps(below)}</li>`,
  );
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function htmlNote(note: string): string {
  const lines = note.split(/\r\n|[\r\n]/).map(escaped);
  return note === '' ? '' : `<blockquote>${lines.join('<br>')}</blockquote>`;
}

function htmlText(text: ReportText): string {
  return typeof text === 'string' ? escaped(text) : `<a href="${escaped(text.href)}">${escaped(text.text)}</a>`;
}

/** Foreign text as HTML, hidden and reversing characters made visible. */
function escaped(text: string): string {
  return visibleText(text).replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
