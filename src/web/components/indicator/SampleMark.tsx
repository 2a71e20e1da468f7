import { Badge } from '#web/ui/Badge.tsx';

/** Marks values in space reserved for documentation: they belong to the sample collection and are not evidence about the internet. */
export function SampleMark() {
  return (
    <span title="Reserved for documentation: from the sample collection, no evidence about the internet">
      <Badge>sample</Badge>
    </span>
  );
}
