import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { TOAST_MS } from '#web/components/ui/overlays/toast.tsx';
import { type Request, type Requests, useMutation } from '#web/lib/sync/use-mutation.tsx';

export interface UndoableOptions {
  /** Short description of the change. */
  done: string;
  undo: () => Requests | Promise<Requests>;
}

export type UndoableMutation = (request: Request, options?: UndoableOptions) => Promise<boolean>;

/** Like `useMutation`, but Ctrl/Cmd+Z also undoes the change while the toast offers Undo. */
export function useUndoableMutation(): UndoableMutation {
  const mutate = useMutation();
  const undoable = useRef<{ at: number; undo: UndoableOptions['undo'] }[]>([]);
  const send = async (requests: Requests | Promise<Requests>) => {
    for (const each of [await requests].flat() as Request[]) await mutate(each);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return;
    const last = undoable.current.pop();
    if (!last) return;
    event.preventDefault();
    if (Date.now() - last.at <= TOAST_MS) void send(last.undo());
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return useCallback(
    async (request, options) => {
      if (!options) return mutate(request);
      const entry = { at: Date.now(), undo: options.undo };
      // Undo once, by toast or keyboard.
      const undo = () => {
        undoable.current = undoable.current.filter((other) => other !== entry);
        return options.undo();
      };
      const isDone = await mutate(request, { done: options.done, undo });
      if (isDone) undoable.current.push(entry);
      return isDone;
    },
    [mutate],
  );
}

/** Returns true for text fields, which handle Delete and Ctrl+Z themselves. Checkboxes have no text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
  );
}
