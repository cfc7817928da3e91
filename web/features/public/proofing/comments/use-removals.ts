import { useEffect, useRef, useState } from 'react';
import type { Proofing } from '../proofing-store.ts';

/** Time for Undo, milliseconds (docs/decisions/interface.md). */
const UNDO_MS = 8000;

/**
 * Removes comments once their time for Undo is over, or the page or panel closes: a removed comment and its answers
 * cannot be brought back.
 */
export function useRemovals({ removeComment }: Pick<Proofing, 'removeComment'>) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const settle = (id: string, isRemoved: boolean) => {
    clearTimeout(timers.current.get(id));
    if (timers.current.delete(id) && isRemoved) removeComment(id);
    setRemoved((now) => new Set([...now].filter((other) => other !== id)));
  };
  const remove = (id: string) => {
    timers.current.set(
      id,
      setTimeout(() => settle(id, true), UNDO_MS),
    );
    setRemoved((now) => new Set([...now, id]));
  };
  useEffect(() => {
    const waiting = timers.current;
    const removeAll = () => {
      for (const [id, timer] of waiting) {
        clearTimeout(timer);
        removeComment(id);
      }
      waiting.clear();
    };
    window.addEventListener('pagehide', removeAll);
    return () => {
      window.removeEventListener('pagehide', removeAll);
      removeAll();
    };
  }, [removeComment]);
  return { removed, remove, undo: (id: string) => settle(id, false) };
}
