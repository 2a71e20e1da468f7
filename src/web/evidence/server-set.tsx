import { Link } from 'react-router';
import type { PadnsTranslateAnswer } from '#contract/generated/types.gen.ts';
import { nameServer } from '#model/indicator-kind.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { subjectPath } from '#web/url/subject-path.ts';

/** The two kinds of hash that identify a set of servers. */
export type SetKind = 'nshash' | 'mxhash';

const setKindWords: Readonly<
  Record<SetKind, { readonly one: string; readonly many: string; readonly other: SetKind }>
> = {
  nshash: { one: 'name server', many: 'name servers', other: 'mxhash' },
  mxhash: { one: 'mail server', many: 'mail servers', other: 'nshash' },
};

interface ServerSetProps {
  readonly kind: SetKind;
  /** 32 hexadecimal digits. */
  readonly hash: string;
}

/** E5: the servers of the set with this hash. */
export const ServerSet = defineCard(
  asked(({ kind, hash }: ServerSetProps) => ({ operationId: 'padnsTranslate', path: { qtype: kind, query: hash } })),
  {
    title: ({ kind }) => `This set of ${setKindWords[kind].many}`,
    caption: ({ kind, hash }) => `This set of ${setKindWords[kind].many}: ${hash}`,
    read: (response, props) => {
      const servers = serversOf(response);
      return servers.length > 0
        ? { is: 'data', data: servers, count: servers.length }
        : { is: 'unknown', message: <NoSuchSet {...props} /> };
    },
    show: (servers, { kind }) => (
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {servers.map((server) => (
          <li key={server} className="break-all">
            <IndicatorLink {...(kind === 'nshash' ? nameServer(server) : { kind: 'domain', value: server })} />
          </li>
        ))}
      </ul>
    ),
    textLines: 2,
    footer: 'The records below belong to names with exactly these servers.',
  },
);

function NoSuchSet({ kind, hash }: ServerSetProps) {
  const { many, other } = setKindWords[kind];
  return (
    <>
      No set of {many} has this hash. It may be one of{' '}
      <Link to={subjectPath(other, hash)} className={linkClass}>
        {setKindWords[other].many}
      </Link>
      .
    </>
  );
}

/** E5: the answer is the hash followed by its servers; returns the servers. */
export function serversOf({ records = [] }: PadnsTranslateAnswer): readonly string[] {
  return records
    .flatMap((record) => (Array.isArray(record) ? record : []))
    .flatMap(({ nssrv, mxsrv }) => nssrv ?? mxsrv ?? []);
}
