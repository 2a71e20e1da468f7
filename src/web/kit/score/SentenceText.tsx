import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

/** The whole sentence of a verdict. Its dates do not break at their hyphens. */
export function SentenceText({ text }: { readonly text: string }) {
  // every second part is a date
  return text.split(/(\d{4}-\d\d-\d\d)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      <VisibleText key={index} text={part} foldAt={Number.POSITIVE_INFINITY} />
    ),
  );
}
