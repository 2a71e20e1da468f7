import { type FormEvent, useState } from 'react';
import { INDICATOR_KINDS, type IndicatorKind, isHostName, linkableKinds } from '#model/indicator-kind.ts';
import { fillLinkTemplate, linkTemplateHost, linkTemplateProblem, valuePlace } from '#model/link-template.ts';
import {
  type ExternalLink,
  externalLinks,
  presetLinks,
  saveExternalLinks,
  useExternalLinks,
} from '#web/stores/external-links.ts';
import { savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Checkbox, Switch } from '#web/kit/ui/Checkbox.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { AddIcon } from '#web/kit/ui/icons.ts';
import { TextField } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

/** The analyst's own links to other sites, for the menus of indicators. */
export function ExternalLinks() {
  const links = useExternalLinks();
  const { hasExternalLinks } = usePreferences();
  const [edited, setEdited] = useState<ExternalLink | 'new'>();
  return (
    <div className="flex flex-col gap-3">
      <Switch
        isOn={hasExternalLinks}
        onChange={(next) => savePreferences({ hasExternalLinks: next })}
        hint="Off: menus have no external links. On: opening a link sends the value to that site."
      >
        Offer external links in the menus of indicators
      </Switch>
      <Presets links={links} />
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

/** Known sites, each off by default. Choosing one also enables external links. */
function Presets({ links }: { readonly links: readonly ExternalLink[] }) {
  const choose = (preset: ExternalLink, isChosen: boolean) => {
    const others = links.filter(({ id }) => id !== preset.id);
    saveExternalLinks(isChosen ? [...others, preset] : others);
    if (isChosen) savePreferences({ hasExternalLinks: true });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium text-muted">
        Known sites, off until chosen; choosing one turns external links on
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-3">
        {presetLinks.map((preset) => (
          <Checkbox
            key={preset.id}
            isChecked={links.some(({ id }) => id === preset.id)}
            onChange={(isChosen) => choose(preset, isChosen)}
            className="justify-start"
          >
            <span>
              {preset.name} <span className="text-sm text-faint">{linkTemplateHost(preset.template)}</span>
            </span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

function LinkLine({ link, onEdit }: { link: ExternalLink; onEdit: () => void }) {
  const links = useExternalLinks();
  const { id, name, template, kinds } = link;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          <VisibleText text={name} />
        </p>
        <p className="font-mono text-sm break-all text-muted">
          <VisibleText text={template} />
        </p>
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

interface ExternalLinkDialogProps {
  /** The link to change; undefined adds a new one. */
  readonly link: ExternalLink | undefined;
  readonly onClose: () => void;
}

const formId = 'external-link';
const mostAsked = linkableKinds.filter((kind) => isHostName(kind) || kind === 'ipv4' || kind === 'ipv6');

/** Name, address and kinds of one link, validated before it is saved. */
function ExternalLinkDialog({ link, onClose }: ExternalLinkDialogProps) {
  const [name, setName] = useState(link?.name ?? '');
  const [template, setTemplate] = useState(link?.template ?? '');
  const [kinds, setKinds] = useState<readonly IndicatorKind[]>(link?.kinds ?? mostAsked);
  const [hasTried, setHasTried] = useState(false);
  const problems = {
    name: name.trim() === '' ? 'Enter a name for the menu.' : undefined,
    template: linkTemplateProblem(template),
    kinds: kinds.length === 0 ? 'Choose at least one kind.' : undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (problems.name ?? problems.template ?? problems.kinds) return;
    keep({ id: link?.id ?? Date.now().toString(36), name: name.trim(), template: template.trim(), kinds });
    onClose();
  };
  const shown = (problem: string | undefined, text: string) => (hasTried || text !== '' ? problem : undefined);
  return (
    <Dialog
      title={link ? `Change ${link.name}` : 'Add an external link'}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            {link ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="Name" value={name} onChange={setName} error={hasTried ? problems.name : undefined} />
        <TextField
          label="Address"
          isIndicator
          placeholder={`https://intel.example/search?q=${valuePlace}`}
          value={template}
          onChange={setTemplate}
          error={shown(problems.template, template)}
          hint={
            problems.template === undefined
              ? `Opens ${fillLinkTemplate(template, 'evil.example')} for evil.example.`
              : `Begins with https:// and has ${valuePlace} where the value goes, which is sent as it is, not defanged.`
          }
        />
        <Kinds chosen={kinds} onChange={setKinds} problem={problems.kinds} />
      </form>
    </Dialog>
  );
}

interface KindsProps {
  readonly chosen: readonly IndicatorKind[];
  readonly onChange: (kinds: readonly IndicatorKind[]) => void;
  readonly problem: string | undefined;
}

function Kinds({ chosen, onChange, problem }: KindsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium text-muted">Offered for</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-3">
        {linkableKinds.map((kind) => (
          <Checkbox
            key={kind}
            isChecked={chosen.includes(kind)}
            onChange={(isChosen) =>
              onChange(linkableKinds.filter((each) => (each === kind ? isChosen : chosen.includes(each))))
            }
            className="justify-start"
          >
            {INDICATOR_KINDS[kind].many}
          </Checkbox>
        ))}
      </div>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** Replaces an existing link in place, or appends a new one. */
function keep(link: ExternalLink): void {
  const all = externalLinks();
  const isThere = all.some(({ id }) => id === link.id);
  saveExternalLinks(isThere ? all.map((each) => (each.id === link.id ? link : each)) : [...all, link]);
}
