import type { ReactNode } from 'react';
import {
  type DescribedPanel,
  panelFrame,
  type PanelDescription,
  valueFor,
  usePanelSetting,
} from './panel-description.tsx';
import type { PanelSetting, PanelSource } from './panel-source.tsx';
import type { PanelState } from './panel-state.ts';
import { Panel } from './Panel.tsx';

/** A panel that shows one answer in its own way: facts, a chart, a sentence. */
interface CardDescription<P, R, Data> extends PanelDescription<P, R> {
  /** Distinguishes data from unknown and empty. */
  readonly read: (response: R, props: P, setting: PanelSetting) => PanelState<Data>;
  /** Renders the data. A plain function: hooks belong in the components that it returns. */
  readonly show: (data: Data, props: P, setting: PanelSetting) => ReactNode;
}

/** Makes a panel from the source of its answer and the rendering of its data. For rows in a table see defineEvidence. */
export function defineCard<P extends object, R, Data>(
  source: PanelSource<P, R>,
  description: CardDescription<P, R, Data>,
): DescribedPanel<P, R, CardDescription<P, R, Data>> {
  const { read, show, choice, Controls, isShown } = description;
  function Shown(props: P) {
    const { setting, control } = usePanelSetting(choice);
    const title = valueFor(description.caption ?? description.title, props, setting);
    const { answer, idle } = source.useSource({ props, setting, title, rowsOf: noRows });
    return (
      <Panel
        {...panelFrame(description, props, setting, answer.response)}
        answer={answer}
        read={(response) => read(response, props, setting)}
        actions={
          <>
            {control}
            {Controls && <Controls {...props} />}
          </>
        }
        idle={idle}
      >
        {(data) => show(data, props, setting)}
      </Panel>
    );
  }
  const Card = (props: P) => (isShown && !isShown(props) ? null : <Shown {...props} />);
  return Object.assign(Card, { description, source });
}

const noRows = () => [];
