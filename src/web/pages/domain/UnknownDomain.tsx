import { Link } from 'react-router';
import { parentDomains } from '#model/domain-name.ts';
import { fillLinkTemplate, linkTemplateHost } from '#model/link-template.ts';
import { useCoverage } from '#web/api/use-coverage.ts';
import { NotTracked } from '#web/kit/panel/FactList.tsx';
import { Cousins } from '#web/evidence/cousins.tsx';
import type { Domain } from '#web/evidence/domain-record.ts';
import { hasNoAnswer } from '#web/kit/panel/ProviderNote.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { sourceNames } from '#web/kit/score/evidence-words.ts';
import { useExternalLinks } from '#web/stores/external-links.ts';
import { usePreferences } from '#web/stores/preferences.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { ExternalIcon } from '#web/kit/ui/icons.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

/** Shown for an unknown domain: what was searched and what to try. Unknown is not a verdict and must not look like one. */
export function UnknownDomain({ value: domain, header: { upstream } }: Domain) {
  const isOpen = hasNoAnswer(upstream);
  const [label = ''] = domain.split('.');
  const parents = parentDomains(domain).filter((name) => name.includes('.'));
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <EmptyState
        kind="unknown"
        word={isOpen ? 'This collection holds nothing about this domain' : 'Nothing is known about this domain'}
      >
        <p>
          {isOpen
            ? 'The provider gave no answer and may know it. '
            : 'Unknown does not mean harmless: new, targeted and rarely used names are often unknown. '}
          Searched without a result:
        </p>
        <ul className="mt-1 list-disc pl-5">
          {upstream && !isOpen && upstream.state !== 'not_needed' && <li>the provider</li>}
          <li>passive DNS, of the domain and of every name below it</li>
          <li>stored whois records and first sightings</li>
          <li>name-server changes and scans</li>
          <LoadedLists />
        </ul>
        <MissingLists />
      </EmptyState>
      <section aria-labelledby="try-next" className="min-w-0 wrap-anywhere">
        <h2 id="try-next" className="text-base font-semibold">
          Try next
        </h2>
        <ul className="mt-1 flex flex-col gap-1.5">
          {parents.map((name) => (
            <li key={name}>
              The name above it: <IndicatorLink kind="domain" value={name} />
            </li>
          ))}
          <li>
            <Link to={paths.padns({ mode: 'forward', qtype: 'any', qname: `*${label}*` })} className={linkClass}>
              Names that contain “{label}”
            </Link>
          </li>
          <li>
            <Link to={paths.padns({ mode: 'reverse', qtype: 'cname', qname: domain })} className={linkClass}>
              Aliases of this name
            </Link>
          </li>
          <li>
            <Link to={paths.padns({ mode: 'reverse', qtype: 'mx', qname: domain })} className={linkClass}>
              Domains using it as mail server (MX)
            </Link>
          </li>
          <li>
            <Link to={paths.nameServer(domain)} className={linkClass}>
              The same name as a name server
            </Link>
          </li>
          <li>Check the spelling: one letter off is another domain.</li>
          <ElsewhereLinks domain={domain} />
        </ul>
      </section>
      <div className="min-w-0 lg:col-span-2">
        <Cousins value={domain} />
      </div>
    </div>
  );
}

/** The external links enabled in the settings, for this name. */
function ElsewhereLinks({ domain }: { readonly domain: string }) {
  const { hasExternalLinks } = usePreferences();
  const links = useExternalLinks().filter(({ kinds }) => kinds.includes('domain'));
  if (!hasExternalLinks || links.length === 0) return null;
  return (
    <li>
      Elsewhere:{' '}
      {links.map(({ id, name, template }) => (
        <a
          key={id}
          href={fillLinkTemplate(template, domain)}
          target="_blank"
          rel="noopener noreferrer"
          title={`Sends ${domain} to ${linkTemplateHost(template)}`}
          className={`mr-3 ${linkClass}`}
        >
          {name}
          <ExternalIcon className="ml-1 inline text-faint" />
        </a>
      ))}
    </li>
  );
}

const listsOfDomains = [
  { kind: 'listings', names: 'malicious domains' },
  { kind: 'parking', names: 'parked domains' },
  { kind: 'sinkhole', names: 'sinkholes' },
  { kind: 'toplist', names: 'popular domains' },
] as const;

function LoadedLists() {
  const coverage = useCoverage();
  return listsOfDomains.map(({ kind, names }) => {
    const sources = coverage(kind) ?? [];
    return (
      sources.length > 0 && (
        <li key={kind}>
          lists of {names}: <VisibleText text={sourceNames(sources)} />
        </li>
      )
    );
  });
}

/** Names the kinds of lists that are not loaded and so were not searched. */
function MissingLists() {
  const coverage = useCoverage();
  const missing = listsOfDomains.filter(({ kind }) => coverage(kind)?.length === 0).map(({ names }) => names);
  if (missing.length === 0) return null;
  return (
    <p className="mt-1">
      Not loaded, so not searched: lists of {missing.join(', ')}. <NotTracked>Open the sources</NotTracked>
    </p>
  );
}
