import { useEffect, useEffectEvent } from 'react';
import type { EditorActions } from './editor-context.ts';

/**
 * Ctrl/⌘+Z undoes, with Shift redoes; Ctrl+Y too. Also in the fields of a part, whose typing is part of the history.
 * Other text fields and the rich text editor have an undo of their own.
 */
export function useHistoryKeys({ undo, redo }: Pick<EditorActions, 'undo' | 'redo'>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if ((key !== 'z' && key !== 'y') || hasOwnHistory(event.target)) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function hasOwnHistory(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role=dialog]')) return true;
  return target.matches('input, textarea') && !target.closest('[data-edits]');
}
