import { Explorer } from '#web/kit/ask/Explorer.tsx';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import { readQuestion } from '#web/kit/ask/parameter-question.ts';
import {
  kindOf,
  questionTitle,
  scanExamples,
  scanFields,
  scanForm,
  type ScanQuestion,
  searchOf,
  subjectOf,
} from '#web/tools/scan-form/scan-form.ts';
import { Scans } from '#web/evidence/scans/scans.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterDocs;

export const handle: RouteHandle = {
  title: 'Scans',
  asks: ['fingerprint_sha1', 'mmh3', 'md5', 'jarm_hash', 'header_search', 'filename'],
};

const examples = scanExamples.map(({ says, kind, params }) => ({
  says,
  href: paths.scans({ what: kind, ...params }),
  subject: subjectOf({ what: kind, ...readQuestion(scanFields[kind], params) }),
}));

const holds = [['scans', 'scans: certificates, favicons, headers, pages, JARM, open directories']] as const;

/** The scan explorer: A3 to A7. */
export function Component() {
  return (
    <Explorer
      title="Scans"
      form={scanForm}
      pathOf={paths.scans}
      titleOf={questionTitle}
      examples={examples}
      holds={holds}
      presentOnly="What scans saw"
    >
      {({ question }) => <Result question={question} />}
    </Explorer>
  );
}

/** The empty message; a search by digest alone gets a hint that it may be the hash of a file. */
function emptyMessage({ what, fingerprint_sha1: digest = '', ...others }: ScanQuestion): string {
  const length = digest.replaceAll(':', '').length;
  const isDigest = what === 'certificates' && [40, 64].includes(length);
  if (!isDigest || (others['ipv4'] ?? others['domain'] ?? '') !== '')
    return 'No scan matches. Addresses that were never scanned are not included.';
  const name = length === 40 ? 'SHA-1' : 'SHA-256';
  return `No certificate with this ${name} in the collection. If it is the hash of a file: files are not collected here.`;
}

function Result({ question }: { question: ScanQuestion }) {
  const { skip = '' } = question;
  return (
    <Scans
      search={searchOf(question)}
      title={questionTitle(question)}
      subject={subjectOf(question) || kindOf(question)}
      emptyMessage={
        Number(skip) > 0 ? `No addresses after the first ${skip}, which this search skips.` : emptyMessage(question)
      }
      urlPrefix="t."
    />
  );
}
