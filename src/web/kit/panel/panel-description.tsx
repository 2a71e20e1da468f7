import { createParser, useQueryState } from 'nuqs';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { useImpliedTime } from '#web/kit/time/implied-times.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { SelectField } from '#web/kit/ui/Field.tsx';
import { readAsOf, useAsOf } from '#web/url/as-of.ts';
import type { PanelSetting, PanelSource } from './panel-source.tsx';

/** A text or number of a description: a constant, or a function of subject and setting. */
export type PerSubject<P, T extends string | number> = T | ((props: P, setting: PanelSetting) => T);

/** A choice in the panel's bar, kept in the URL. */
export interface PanelChoice {
  /** Key in the URL. */
  readonly parameter: string;
  /** Accessible name of the control. */
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly defaultValue: string;
  /** As adjacent buttons instead of a list. */
  readonly isSegmented?: boolean;
  /** Hidden while an “as of” day is set. */
  readonly isForTodayOnly?: boolean;
  /** The values are periods that end today. A shared link has the first day instead, 'yyyy-mm-dd', and so has the setting then. */
  readonly isPeriod?: boolean;
  /** The control is in the bar of another panel, or above the panels. */
  readonly isControlElsewhere?: boolean;
}

/** The parts of every panel description: everything around the data. */
export interface PanelDescription<P, R> {
  readonly title: PerSubject<P, string>;
  /** Accessible name of the data, and of the job if the answer becomes one. Default: the title. */
  readonly caption?: PerSubject<P, string>;
  readonly choice?: PanelChoice;
  /** More controls in the panel's bar. */
  readonly Controls?: ComponentType<P>;
  /** More entries of the panel's menu. */
  readonly menu?: (props: P, setting: PanelSetting) => readonly MenuEntry[];
  readonly footer?: ReactNode | ((props: P, setting: PanelSetting, response: Partial<R>) => ReactNode);
  /** The usual number of rows, to reserve room before the data arrives. */
  readonly expectedRows?: PerSubject<P, number>;
  /** Lines of text to reserve before the data arrives, instead of rows. */
  readonly textLines?: number;
  /** Height to reserve before the data arrives, instead of rows, in pixels. */
  readonly heightPx?: number;
  /** False where the panel has nothing to add for this subject. */
  readonly isShown?: (props: P) => boolean;
}

/** A panel component with its source and description. */
export type DescribedPanel<P, R, Description> = FunctionComponent<P> & {
  readonly source: PanelSource<P, R>;
  readonly description: Description;
};

/** Reads a text or number of a description. */
export function valueFor<P, T extends string | number>(value: PerSubject<P, T>, props: P, setting: PanelSetting): T {
  return typeof value === 'function' ? value(props, setting) : value;
}

/** The setting of a panel, and the control for its choice. */
export function usePanelSetting(choice: PanelChoice | undefined): { setting: PanelSetting; control: ReactNode } {
  const [asOf] = useAsOf();
  const { parameter = '', choices = [], defaultValue = '', isPeriod = false } = choice ?? {};
  const isChoice = (text: string) => choices.some(({ value }) => value === text);
  const parse = (text: string) => (isChoice(text) ? text : isPeriod ? readAsOf(text) : null);
  const [chosen, choose] = useQueryState(
    parameter,
    createParser({ parse, serialize: String }).withDefault(defaultValue).withOptions({ history: 'replace' }),
  );
  useImpliedTime(parameter, isPeriod && asOf === null ? defaultValue : undefined);
  const setting = { asOf, choice: chosen };
  if (!choice || choice.isControlElsewhere || (choice.isForTodayOnly && asOf !== null))
    return { setting, control: null };
  const offered = isChoice(chosen) ? choices : [...choices, { value: chosen, label: `since ${chosen}` }];
  const props = {
    label: choice.label,
    value: chosen,
    choices: offered,
    onChange: (value: string) => void choose(value),
  };
  const control = choice.isSegmented ? <SegmentedControl {...props} /> : <SelectField {...props} isLabelHidden />;
  return { setting, control };
}

/** The properties of Panel from the description. */
export function panelFrame<P, R>(
  { title, menu, footer, heightPx, textLines, expectedRows = 8 }: PanelDescription<P, R>,
  props: P,
  setting: PanelSetting,
  response: Partial<R> = {},
) {
  return {
    title: valueFor(title, props, setting),
    menu: menu?.(props, setting) ?? [],
    footer: typeof footer === 'function' ? footer(props, setting, response) : footer,
    skeleton:
      heightPx !== undefined
        ? ({ shape: 'block', heightPx } as const)
        : textLines !== undefined
          ? ({ shape: 'text', count: textLines } as const)
          : ({ shape: 'rows', count: valueFor(expectedRows, props, setting) } as const),
  };
}
