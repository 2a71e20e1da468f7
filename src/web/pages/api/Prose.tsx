/** A description from the document: paragraphs, with text in backquotes as code. */
export function Prose({ text }: { readonly text: string }) {
  const paragraphs = text.split(/\n{2,}|\n(?=\S)/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className="flex max-w-prose flex-col gap-2 break-words">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <InlineCode text={paragraph} />
        </p>
      ))}
    </div>
  );
}

export function InlineCode({ text }: { readonly text: string }) {
  // every second part was between backquotes
  return text.split('`').map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part));
}
