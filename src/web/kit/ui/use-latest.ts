import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last render, for stable handlers, so that 40 rows need not re-render. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}
