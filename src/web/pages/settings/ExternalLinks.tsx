import { useState } from 'react';
import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { saveExternalLinks, useExternalLinks, type ExternalLink } from '#web/stores/external-links.ts';
import { savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { Button } from '#web/ui/Button.tsx';
import { AddIcon } from '#web/ui/icons.ts';
import { Switch } from '#web/ui/Switch.tsx';
import { ExternalLinkDialog } from './ExternalLinkDialog.tsx';

/** Links of the analyst's own to other sites, for the menus of indicators. */
export function ExternalLinks() {
  const links = useExternalLinks();
  const { hasExternalLinks } = usePreferences();
  const [edited, setEdited] = useState<ExternalLink | 'new'>();
  return (
    <div className="flex flex-col gap-3">
      <Switch
        isOn={hasExternalLinks}
        onChange={(next) => savePreferences({ hasExternalLinks: next })}
        hint="Off: no menu leads out of the dashboard. On: opening one tells that site the value, and that somebody here looks at it."
      >
        Offer external links in the menus of indicators
      </Switch>
      {links.length > 0 ? (
        <ul aria-label="External links" className="divide-y divide-border border-y border-border">
          {links.map((link) => (
            <LinkLine key={link.id} link={link} onEdit={() => setEdited(link)} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">
          None yet. An external link takes an address, a domain or a hash to another site that you use: a sandbox, a
          search engine of scans, the ticket system.
        </p>
      )}
      <div>
        <Button onClick={() => setEdited('new')}>
          <AddIcon />
          Add a link
        </Button>
      </div>
      {edited && (
        <ExternalLinkDialog link={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </div>
  );
}

function LinkLine({ link, onEdit }: { link: ExternalLink; onEdit: () => void }) {
  const links = useExternalLinks();
  const { id, name, template, kinds } = link;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium break-words">{name}</p>
        <p className="font-mono text-sm break-all text-muted">{template}</p>
        <p className="text-sm text-faint">{kinds.map((kind) => INDICATOR_KINDS[kind].many).join(', ')}</p>
      </div>
      <div className="flex gap-1">
        <Button size="sm" aria-label={`Change ${name}`} onClick={onEdit}>
          Change
        </Button>
        <Button
          size="sm"
          aria-label={`Remove ${name}`}
          onClick={() => saveExternalLinks(links.filter((each) => each.id !== id))}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
