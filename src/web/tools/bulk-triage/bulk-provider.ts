import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Whether the analyst wants the provider asked in bulk, having seen what it costs. Not kept: every visit decides anew. */
const choice = createStore(() => ({ asksProvider: false }));

export function useAsksProvider(): boolean {
  return useStore(choice).asksProvider;
}

export function asksProvider(): boolean {
  return choice.getState().asksProvider;
}

export function setAsksProvider(asksProvider: boolean): void {
  choice.setState({ asksProvider });
}
