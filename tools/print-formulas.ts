// Prints the formula of every score into the contract as it is served: below the title, and at each field of that name.
// They are in `x-scores` of the document; src/server/routes/score-explanations.spec.ts checks the service against them.

import type { Document, Schema } from './contract-document.ts';

const heading = `## Scores

Each score follows from fields of the same record and of its \`*_explain\` objects by the formula given here; it is 0 where
the object that the formula reads is empty. \`round\` rounds halves up.`;

/** Adds the formulas to `info.description` and to the descriptions of the fields; the document is changed. */
export function printFormulas(document: Document): void {
  const scores = document['x-scores'];
  const lines = scores.map(({ score, of, formula, note }) => {
    const name = of ? `\`${score}\` of ${of}` : `\`${score}\``;
    return `- ${name} = \`${formula}\`${note ? `: ${note}` : ''}`;
  });
  document.info.description = `${document.info.description.trimEnd()}\n\n${heading}\n\n${lines.join('\n')}\n`;
  const formulas = new Map(scores.filter(({ of }) => !of).map(({ score, formula }) => [score, formula]));
  for (const schema of Object.values(document.components.schemas)) printInto(schema, formulas);
}

function printInto({ properties = {} }: Schema, formulas: ReadonlyMap<string, string>): void {
  for (const [name, property] of Object.entries(properties)) {
    // the same fragment may be in several schemas: a copy is changed, once in each
    const formula = formulas.get(name);
    if (formula && property.description)
      properties[name] = { ...property, description: `${property.description}. Formula: \`${formula}\`` };
    printInto(property, formulas);
    if (property.items) printInto(property.items, formulas);
  }
}
