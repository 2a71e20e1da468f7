import { Link } from 'react-router';
import type { PadnsTranslateAnswer } from '#contract/generated/types.gen.ts';
import { nameServer } from '#model/indicator-kind.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { subjectPath } from '#web/url/subject-path.ts';

interface ServerSetPanelProps {
  readonly kind: SetKind;
  /** 32 hexadecimal digits. */
  readonly hash: string;
}

/** E5: the servers that a hash stands for. */
export function ServerSetPanel({ kind, hash }: ServerSetPanelProps) {
  const { many } = setKindWords[kind];
  const title = `This set of ${many}`;
  const question = { operationId: 'padnsTranslate', path: { qtype: kind, query: hash } } as const;
  const answer = useAnswer(question, { title: `${title}: ${hash}` });
  return (
    <Panel
      title={title}
      answer={answer}
      read={(response) => setState(response, kind, hash)}
      skeleton={{ shape: 'text', count: 2 }}
      footer="The records below belong to names with exactly these servers."
    >
      {(servers) => (
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {servers.map((server) => (
            <li key={server} className="break-all">
              <IndicatorLink {...(kind === 'nshash' ? nameServer(server) : { kind: 'domain', value: server })} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function setState(response: PadnsTranslateAnswer, kind: SetKind, hash: string): PanelState<readonly string[]> {
  const servers = serversOf(response);
  if (servers.length > 0) return { is: 'data', data: servers, count: servers.length };
  const { many, other } = setKindWords[kind];
  return {
    is: 'unknown',
    message: (
      <>
        No set of {many} has this hash. It may be one of{' '}
        <Link to={subjectPath(other, hash) ?? ''} className={linkClass}>
          {setKindWords[other].many}
        </Link>
        .
      </>
    ),
  };
}

/** The two kinds of hash that stand for a set of servers. */
export type SetKind = 'nshash' | 'mxhash';

const setKindWords: Readonly<
  Record<SetKind, { readonly one: string; readonly many: string; readonly other: SetKind }>
> = {
  nshash: { one: 'name server', many: 'name servers', other: 'mxhash' },
  mxhash: { one: 'mail server', many: 'mail servers', other: 'nshash' },
};

/** E5: the answer is the hash and then the list of its servers; only the list is of interest. */
export function serversOf({ records = [] }: PadnsTranslateAnswer): readonly string[] {
  return records
    .flatMap((record) => (Array.isArray(record) ? record : []))
    .flatMap(({ nssrv, mxsrv }) => nssrv ?? mxsrv ?? []);
}
