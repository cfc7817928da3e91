import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** One value of a view and the search parameter that holds it. */
interface ViewParam<Value> {
  name: string;
  /** Returns the default value without the parameter and for an unknown text. */
  read: (text: string | null) => Value;
}

/** A text, empty by default. */
export const textParam = (name: string, maxLength?: number): ViewParam<string> => ({
  name,
  read: (text) => (text ?? '').slice(0, maxLength),
});

/** The id or value of a filter, null by default and for values that `isValid` rejects. */
export const filterParam = (name: string, isValid = (_value: string) => true): ViewParam<string | null> => ({
  name,
  read: (text) => (text && isValid(text) ? text : null),
});

/** One of the known values. */
export const choiceParam = <Known extends string, Default extends Known | null>(
  name: string,
  known: readonly Known[],
  fallback: Default,
): ViewParam<Known | Default> => ({ name, read: (text) => known.find((one) => one === text) ?? fallback });

/** A switch, off by default: `1` for on. */
export const flagParam = (name: string): ViewParam<boolean> => ({ name, read: (text) => text === '1' });

/** A page's view, e.g. its filters and sort order, as search parameters of its address. */
export interface ViewParams<View> {
  defaults: View;
  read: (params: URLSearchParams) => View;
  /** Returns only the parameters that differ from the default view. */
  write: (view: View) => URLSearchParams;
}

export function viewParams<View extends object>(of: { [Key in keyof View]: ViewParam<View[Key]> }): ViewParams<View> {
  const all = Object.entries<ViewParam<unknown>>(of) as [keyof View, ViewParam<unknown>][];
  const read = (params: URLSearchParams) =>
    Object.fromEntries(all.map(([key, { name, read: readOne }]) => [key, readOne(params.get(name))])) as View;
  const defaults = read(new URLSearchParams());
  const write = (view: View) =>
    new URLSearchParams(
      all
        .filter(([key]) => view[key] !== defaults[key])
        .map(([key, { name }]) => [name, view[key] === true ? '1' : String(view[key])]),
    );
  return { defaults, read, write };
}

/** Keeps a view in the address, so that Back and reload restore it. The returned function changes a part of the view. */
export function useViewParams<View extends object>(
  { read, write }: ViewParams<View>,
  { preventScrollReset = true } = {},
): [View, (changes: Partial<View>) => void] {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => read(params), [read, params]);
  const latest = useRef(view);
  useLayoutEffect(() => void (latest.current = view), [view]);
  const change = useCallback(
    (changes: Partial<View>) => {
      // One action may change two values in two calls, before the address has the first change.
      latest.current = { ...latest.current, ...changes };
      setParams(write(latest.current), { replace: true, preventScrollReset });
    },
    [setParams, write, preventScrollReset],
  );
  return [view, change];
}
