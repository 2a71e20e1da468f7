import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Card } from './Card.tsx';
import { Dialog } from './Dialog.tsx';

const title = 'Remove annex-\u202Egnp.json from the collection?';

it.each([
  [
    'dialog',
    <Dialog key="dialog" isOpen title={title} onClose={() => {}}>
      text
    </Dialog>,
  ],
  [
    'panel',
    <Card key="card" title={title}>
      text
    </Card>,
  ],
])('the title of a %s shows a character that would reverse the text', (_, element) => {
  const markup = renderToStaticMarkup(element);
  expect(markup).not.toContain('\u202E');
  expect(markup).toContain('U+202E');
});
