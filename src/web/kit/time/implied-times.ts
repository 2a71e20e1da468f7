import { useEffect } from 'react';

interface ImpliedTime {
  readonly parameter: string;
  readonly value: string;
}

const implied = new Set<ImpliedTime>();

/** The times that the views on screen use by default, which their URL leaves out. A shared link has to name them. */
export function impliedTimes(): readonly ImpliedTime[] {
  return [...implied];
}

/** Notes the default of a time that a view counts back from now, by its URL parameter; undefined where the view uses none. */
export function useImpliedTime(parameter: string, value: string | undefined): void {
  useEffect(() => {
    if (value === undefined) return;
    const time = { parameter, value };
    implied.add(time);
    return () => void implied.delete(time);
  }, [parameter, value]);
}
