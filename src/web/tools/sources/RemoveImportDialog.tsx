import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LogRemoval } from '#contract/generated/types.gen.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { answerOptions } from '#web/api/query.ts';
import { SelectField } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import type { LogEntry } from './log-import.ts';
import { RemovalDialog } from './RemovalDialog.tsx';
import { useLogImportChange } from './use-log-imports.ts';

interface RemoveImportDialogProps {
  readonly entry: LogEntry;
  readonly onClose: () => void;
}

/** Shows what leaves the collection before an import is removed. Of pushes, one day is removed at a time. */
export function RemoveImportDialog({ entry, onClose }: RemoveImportDialogProps) {
  const { id, name, way } = entry;
  const isPush = way === 'push';
  const [chosen, setChosen] = useState('');
  const listed = useRemoval(id, '', isPush);
  const days = listed.data?.response.days ?? [];
  const day = isPush ? chosen || (days[0] ?? '') : '';
  const { data, error, isFetching } = useRemoval(id, day, !isPush || day !== '');
  const change = useLogImportChange();
  const remove = () =>
    change.mutate(
      { operationId: 'logImportChange', path: { import_id: id }, body: { action: 'remove', ...(isPush && { day }) } },
      { onSuccess: onClose },
    );
  return (
    <RemovalDialog
      name={name}
      problem={listed.error ?? (isPush && listed.data && days.length === 0 ? nothingPushed : (error ?? change.error))}
      isCounting={isFetching || !data}
      isSending={change.isPending}
      onRemove={remove}
      onClose={onClose}
      choice={
        isPush && (
          <SelectField
            label="Day of the pushes (UTC)"
            value={day}
            choices={days.map((each) => ({ value: each, label: each }))}
            onChange={setChosen}
            className="w-48"
          />
        )
      }
    >
      {data && <Removal removal={data.response} isPush={isPush} />}
    </RemovalDialog>
  );
}

/** A source may have pushed only what was known. */
const nothingPushed = 'Nothing that this source pushed is in the collection.';

function useRemoval(id: string, day: string, isAsked: boolean) {
  const asked = { operationId: 'logImportRemoval', path: { import_id: id }, query: { day } } as const;
  return useQuery({ ...answerOptions(asked), enabled: isAsked, staleTime: 0, gcTime: 0, retry: false });
}

function Removal({ removal, isPush }: { readonly removal: LogRemoval; readonly isPush: boolean }) {
  const { records_removed = 0, records_reduced = 0, names_removed = 0, names = [] } = removal;
  const { certificates_removed = 0, host_rows = 0, from = '', to = '' } = removal;
  const more = names_removed - names.length;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <li>
        {formatCount(records_removed, 'DNS record goes', 'DNS records go')}
        {from !== '' && `, seen from ${from.slice(0, 10)} to ${to.slice(0, 10)}`}.
      </li>
      {records_reduced > 0 && (
        <li>
          {formatCount(records_reduced, 'record stays', 'records stay')} with the counts and times of other imports.
        </li>
      )}
      {names_removed > 0 && (
        <li>
          {formatCount(names_removed, 'name becomes', 'names become')} unknown: <VisibleText text={names.join(', ')} />
          {more > 0 && ` and ${formatNumber(more)} more`}.
        </li>
      )}
      {certificates_removed > 0 && <li>{formatCount(certificates_removed, 'certificate goes', 'certificates go')}.</li>}
      {host_rows > 0 && (
        <li>
          {formatCount(host_rows, 'sighting', 'sightings')} of certificates, web pages and fingerprints on hosts{' '}
          {host_rows === 1 ? 'goes' : 'go'}.
        </li>
      )}
      <li>Scores of today and name-server changes follow. Scores of earlier days stay as they were.</li>
      <li>{isPush ? 'The same lines can be pushed again.' : 'The same file can be imported again.'}</li>
    </ul>
  );
}
