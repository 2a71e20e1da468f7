import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Button } from '#web/ui/Button.tsx';
import { SearchIcon } from '#web/ui/icons.ts';
import { paths } from '#web/url/paths.ts';
import { ownInfrastructure } from './own-infrastructure.ts';
import { unsanctionedQuestion } from './unsanctioned-question.ts';

/** From a domain to the question of E4 about it, filled in with its own name servers and networks. */
export function UnsanctionedStart({ domain }: { readonly domain: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: () => ownInfrastructure(client, domain, new AbortController().signal),
    onSuccess: (own) => void navigate(paths.padns(unsanctionedQuestion(own))),
  });
  return (
    <span className="flex flex-wrap items-center gap-2">
      {start.isError && (
        <span role="alert" className="text-danger">
          Its name servers and networks could not be read: {start.error.message}
        </span>
      )}
      <Button
        size="sm"
        disabledReason={start.isPending ? 'Reading its name servers and networks' : undefined}
        title="Names like this brand that are outside the domain’s own networks and not on its name servers"
        onClick={() => start.mutate()}
      >
        <SearchIcon />
        Look for unsanctioned assets
      </Button>
    </span>
  );
}
