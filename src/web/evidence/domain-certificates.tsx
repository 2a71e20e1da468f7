import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { type FormEvent, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { noteOf } from '#web/kit/ask/parameter-docs.ts';
import { questionParams, questionProblems, readQuestion } from '#web/kit/ask/parameter-question.ts';
import { useDraft } from '#web/kit/ask/use-question-url.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { FilterIcon } from '#web/kit/ui/icons.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { paths } from '#web/url/paths.ts';
import { type FilterField, filterFields, filterQuery, type FilterQuestion } from './certificate-form.ts';
import { Certificates } from './certificates.tsx';

const parsers = {
  ...(Object.fromEntries(filterFields.map(({ name }) => [name, parseAsString])) as Record<
    FilterField,
    typeof parseAsString
  >),
  below: parseAsBoolean.withDefault(false),
};

/** C12 for one domain: its certificates, or those of the names below it, filtered by issuer and time. */
export function DomainCertificates({ value: domain }: Entity) {
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
      <Certificates
        key={`${name} ${filterKey}`}
        title={below ? `Certificates of names below ${domain}` : 'Certificates'}
        question={{ operationId: 'domainCertificates', path: { domain: name }, query: filterQuery(filter) }}
        urlPrefix="c."
        emptyMessage="No collected certificate is valid for this name. Others may exist."
        footer="Valid for the name itself or through a wildcard; latest issued first."
      />
    </>
  );
}

interface CertificateFilterProps {
  /** The filter in the URL. */
  readonly filter: FilterQuestion;
  readonly onApply: (filter: FilterQuestion) => void;
}

/** The parameters of C12 that filter the certificates of one domain; applied on Enter. */
function CertificateFilter({ filter, onApply }: CertificateFilterProps) {
  const [draft, setDraft] = useDraft(filter, (a, b) => JSON.stringify(a) === JSON.stringify(b));
  const form = useRef<HTMLFormElement>(null);
  const problems = questionProblems<FilterField>(filterFields, draft, (name) =>
    name === 'limit_by_n' ? perDomain : {},
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [wrong] = Object.keys(problems);
    if (wrong === undefined) return onApply(draft);
    const field = form.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Filter certificates"
      onSubmit={submit}
      className="flex flex-wrap items-start gap-3"
    >
      {filterFields.map(({ name, label, kind, example }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          value={draft[name]}
          placeholder={example}
          isIndicator={kind !== 'text'}
          className="w-44"
          onChange={(text) => setDraft({ ...draft, [name]: text })}
          {...noteOf(problems[name], undefined)}
        />
      ))}
      <Button type="submit" className="mt-5">
        <FilterIcon />
        Apply
      </Button>
    </form>
  );
}

const perDomain = { minimum: 1, maximum: 10_000 };
