import type { FunctionComponent, ReactNode } from 'react';
import { Navigate, type Params, useLocation, useParams } from 'react-router';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { AnswerOf, Query } from '#web/api/query.ts';
import { ofHeader, useAnswer } from '#web/api/use-answer.ts';
import { Cell, OverviewGrid, PanelStack } from '#web/kit/panel/PanelGrid.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import type { Entity } from './entity.ts';
import { ImpossibleSubject } from './ImpossibleSubject.tsx';
import { SubjectHeader, type SubjectHeaderProps } from './SubjectHeader.tsx';
import { SubjectTabs } from './SubjectTabs.tsx';

type Panel<E> = FunctionComponent<E>;
type Columns = 4 | 6 | 8 | 12;

/** A width in columns, of twelve, and the panels stacked in the cell. False leaves a place empty, and the others keep theirs. */
export type PanelCell<E> = readonly [Columns, ...(readonly (Panel<E> | false)[])] | false;

interface Tab<E> {
  /** The value in the URL. */
  readonly id: string;
  readonly label: string;
  /** Stacked panels or, on an overview, cells with a width and their panels. */
  readonly panels: readonly Panel<E>[] | ((entity: E, asOf: string | null) => readonly PanelCell<E>[]);
}

/** The page of one kind of subject: the question and content of its header, and the panels of each tab. */
interface EntityDescription<Id extends OperationId, Rec> {
  readonly kind: SubjectHeaderProps['kind'];
  /** The display form of the value; the value itself by default. */
  readonly textOf?: (value: string) => string;
  readonly question: (value: string) => Query<Id>;
  /** The record of the header's answer; null when nothing is known. Unread fields may hold the data, so they rule out null. */
  readonly recordOf: (response: AnswerOf<Id>, hasUnreadFields: boolean) => Rec | null;
  /** A hook: the verdict, flags and key facts above the tabs. */
  readonly useHeader: (entity: Entity<AnswerOf<Id>, Rec>) => Omit<SubjectHeaderProps, 'kind' | 'value' | 'answer'>;
  /** Between header and tabs. */
  readonly Above?: Panel<Entity<AnswerOf<Id>, Rec>>;
  readonly tabs: readonly Tab<Entity<AnswerOf<Id>, Rec>>[];
  /** Replaces the tabs of an unknown subject. */
  readonly Unknown?: Panel<Entity<AnswerOf<Id>, Rec>>;
}

/** Everything about one subject. Header and panels share the header's answer. */
function EntityPage<Id extends OperationId, Rec>({
  value,
  description,
}: {
  readonly value: string;
  readonly description: EntityDescription<Id, Rec>;
}) {
  const { kind, textOf, useHeader, recordOf, tabs, Above, Unknown } = description;
  const text = textOf?.(value) ?? value;
  const answer = useAnswer(description.question(value), { title: `Facts about ${text}` });
  const record =
    answer.response === undefined ? undefined : recordOf(answer.response, Boolean(answer.problems?.length));
  const entity = { kind, value, text, header: ofHeader(answer), record };
  const header = useHeader({ ...entity, header: answer });
  return (
    <>
      <SubjectHeader kind={kind} value={value} answer={answer} {...header} />
      {Above && <Above {...entity} />}
      {Unknown && record === null ? (
        <Unknown {...entity} />
      ) : tabs.length === 1 && tabs[0] ? (
        <Panels tab={tabs[0]} entity={entity} />
      ) : (
        <SubjectTabs label={`Evidence about ${text}`} tabs={tabs}>
          {(id) => tabs.map((tab) => tab.id === id && <Panels key={id} tab={tab} entity={entity} />)}
        </SubjectTabs>
      )}
    </>
  );
}

function Panels<E extends object>({ tab: { panels }, entity }: { readonly tab: Tab<E>; readonly entity: E }) {
  const [asOf] = useAsOf();
  const draw = (list: readonly (Panel<E> | false)[]): ReactNode =>
    list.map((Each, index) => Each && <Each key={index} {...entity} />);
  return typeof panels === 'function' ? (
    <OverviewGrid>
      {panels(entity, asOf).map((cell, index) => {
        if (!cell) return null;
        const [columns, ...list] = cell;
        return (
          <Cell key={index} columns={columns}>
            {draw(list)}
          </Cell>
        );
      })}
    </OverviewGrid>
  ) : (
    <PanelStack>{draw(panels)}</PanelStack>
  );
}

/** A page made from its description. */
type DescribedPage<Id extends OperationId, Rec> = EntityDescription<Id, Rec> & AnyPage;

interface AnyPage {
  readonly kind: SubjectHeaderProps['kind'];
  readonly View: FunctionComponent<{ readonly value: string }>;
}

/** Makes a page from its description. */
export function describeEntity<Id extends OperationId, Rec>(
  description: EntityDescription<Id, Rec>,
): DescribedPage<Id, Rec> {
  return { ...description, View: ({ value }) => <EntityPage value={value} description={description} /> };
}

interface EntityRoute {
  readonly title: Exclude<RouteHandle['title'], string>;
  /** The subject as the URL spells it. */
  readonly textOf: (params: Readonly<Params>) => string;
  /** The canonical spelling; null for a text that is not such a subject. */
  readonly canonical: (text: string) => string | null;
  /** The words for an invalid subject. */
  readonly impossible: { readonly heading: string; readonly what: string };
  /** The page of the subject; IPv4 and IPv6 have separate pages. */
  readonly pageOf: (value: string) => AnyPage;
}

/** The route module of subject pages: other spellings are redirected to the canonical one. */
export function entityRoute({ title, textOf, canonical, impossible, pageOf }: EntityRoute) {
  function Component() {
    const text = textOf(useParams());
    const { search } = useLocation();
    const value = canonical(text);
    if (value === null) return <ImpossibleSubject {...impossible} text={text} />;
    const { kind, View } = pageOf(value);
    if (value !== text) return <Navigate replace to={subjectPath(kind, value) + search} />;
    return <View key={value} value={value} />;
  }
  return { Component, handle: { title } satisfies RouteHandle };
}
