import { Badge } from '#web/ui/Badge.tsx';

/** Marks what lies in space reserved for documentation: it is part of the sample collection and no evidence about the internet. */
export function SampleMark() {
  return (
    <span title="Reserved for documentation: from the sample collection, no evidence about the internet">
      <Badge>sample</Badge>
    </span>
  );
}
