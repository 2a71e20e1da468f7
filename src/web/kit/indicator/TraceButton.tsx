import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '#model/errors.ts';
import { formatCount } from '#model/format.ts';
import { stepTitle } from '#web/stores/investigation/investigation-node.ts';
import { mostHops } from '#model/connection.ts';
import { arrive } from '#web/api/prefetch.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { TraceIcon } from '#web/kit/ui/icons.ts';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { paths } from '#web/url/paths.ts';

/** A step of the investigation; null where there is none. */
type StepId = string | null | Promise<string | null>;

/**
 * Follows the most telling connections of a step of the investigation, and shows the result there.
 * @returns a function that starts the trace, and the current hop; null while no trace runs
 */
export function useTrace(): readonly [trace: (node: StepId) => void, hop: number | null] {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [hop, setHop] = useState<number | null>(null);
  const trace = async (from: StepId) => {
    if (hop !== null) return;
    setHop(1);
    try {
      const node = await from;
      // loaded late: subject pages should not wait for the store of the investigation
      const { traceConnections } = await arrive(() => import('./trace-connections.ts'));
      const added = node === null ? [] : await traceConnections(node, { client, onHop: setHop });
      const last = added.at(-1);
      if (!last) {
        const title = 'No telling connection leads to anything new from here';
        toasts.add({ title, tone: 'neutral' });
        return;
      }
      announce(`${formatCount(added.length, 'step')} added, the last is ${stepTitle(last.subject)}.`);
      void navigate(paths.investigation({ node: last.id }));
    } catch (error) {
      const body = errorText(error);
      toasts.add({ title: 'The connections could not be traced', body, tone: 'danger' });
    } finally {
      setHop(null);
    }
  };
  return [(node) => void trace(node), hop];
}

interface TraceButtonProps {
  /** The step to start from, evaluated on the press; null when there is none. */
  readonly node: () => StepId;
}

/** Traces up to six hops along telling connections and adds them to the investigation. */
export function TraceButton({ node }: TraceButtonProps) {
  const [trace, hop] = useTrace();
  return (
    <Button
      size="sm"
      title={`Follows the strongest links and the most telling values, up to ${mostHops} hops, and adds the chain to the investigation`}
      aria-busy={hop !== null}
      onClick={() => trace(node())}
    >
      <TraceIcon />
      {hop === null ? 'Trace connections' : `Tracing, hop ${hop} of ${mostHops} …`}
    </Button>
  );
}
