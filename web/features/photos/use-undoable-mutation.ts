import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { TOAST_MS } from '#web/components/ui/overlays/toast.tsx';
import { type Request, type Requests, useMutation } from '#web/lib/sync/use-mutation.tsx';

export interface UndoableOptions {
  /** What has happened, in a few words. */
  done: string;
  undo: () => Requests | Promise<Requests>;
}

export type UndoableMutation = (request: Request, options?: UndoableOptions) => Promise<boolean>;

/** As `useAct`, with what it did taken back by Ctrl or Cmd Z as well, for as long as the toast offers it. */
export function useUndoableMutation(): UndoableMutation {
  const act = useMutation();
  const acts = useRef<{ at: number; undo: UndoableOptions['undo'] }[]>([]);
  const takeBack = async (requests: Requests | Promise<Requests>) => {
    for (const each of [await requests].flat() as Request[]) await act(each);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return;
    const last = acts.current.pop();
    if (!last) return;
    event.preventDefault();
    if (Date.now() - last.at <= TOAST_MS) void takeBack(last.undo());
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return useCallback(
    async (request, options) => {
      if (!options) return act(request);
      const entry = { at: Date.now(), undo: options.undo };
      // The toast and the keys take it back once between them.
      const undo = () => {
        acts.current = acts.current.filter((other) => other !== entry);
        return options.undo();
      };
      const stands = await act(request, { done: options.done, undo });
      if (stands) acts.current.push(entry);
      return stands;
    },
    [act],
  );
}

/** In a field, Delete and Ctrl Z belong to the field. A tick has no text to change. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
  );
}
