import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { questionParams, readQuestion } from '#web/components/ask/parameter-question.ts';
import { linkClass } from '#web/ui/link-class.ts';
import { SegmentedControl } from '#web/ui/RadioGroup.tsx';
import { paths } from '#web/url/paths.ts';
import { filterFields, filterQuery, type FilterField } from './certificate-form.ts';
import { CertificateFilter } from './CertificateFilter.tsx';
import { CertificatesPanel } from './CertificatesPanel.tsx';

const parsers = {
  ...(Object.fromEntries(filterFields.map(({ name }) => [name, parseAsString])) as Record<
    FilterField,
    typeof parseAsString
  >),
  below: parseAsBoolean.withDefault(false),
};

/** C12 for one domain: its certificates, or those of the names below it, narrowed by issuer and time. */
export function DomainCertificates({ domain }: { readonly domain: string }) {
  const [{ below, ...params }, setParams] = useQueryStates(parsers, { history: 'replace' });
  const filterKey = JSON.stringify(params);
  const filter = useMemo(
    () => readQuestion<FilterField>(filterFields, JSON.parse(filterKey) as Record<string, string | null>),
    [filterKey],
  );
  const name = below ? `*.${domain}` : domain;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl
          label="Names"
          value={below ? 'below' : 'own'}
          choices={[
            { value: 'own', label: 'This name' },
            { value: 'below', label: 'Sub-domains' },
          ]}
          onChange={(next) => void setParams({ below: next === 'below' })}
        />
        <Link
          to={paths.certificates({ domain: name, ...questionParams(filterFields, filter) })}
          className={`${linkClass} ml-auto`}
        >
          Open in advanced search
        </Link>
      </div>
      <CertificateFilter
        filter={filter}
        onApply={(next) =>
          void setParams(Object.fromEntries(filterFields.map((field) => [field.name, next[field.name].trim() || null])))
        }
      />
      <CertificatesPanel
        key={`${name} ${filterKey}`}
        title={below ? `Certificates of names below ${domain}` : 'Certificates'}
        question={{ operationId: 'domainCertificates', path: { domain: name }, query: filterQuery(filter) }}
        urlPrefix="c."
        emptyMessage="No certificate that was collected is valid for such a name. Certificates that were never collected may exist."
        footer="Valid for the name itself, or for all names beside it by a wildcard; the latest issued first."
      />
    </>
  );
}
