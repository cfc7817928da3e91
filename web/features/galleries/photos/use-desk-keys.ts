import { useEffect, useEffectEvent, type KeyboardEvent } from 'react';
import { isTyping } from './use-undoable.ts';

interface ManagerKeysOptions {
  hasSelection: boolean;
  onClear: () => void;
  onAll: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}

/**
 * Escape clears the selection, Ctrl or Cmd A takes all that is shown, Delete and Backspace delete. Also where nothing has
 * the focus any more: the tile that had it may be gone, here or because another window deleted it.
 */
export function useManagerKeys({
  hasSelection,
  onClear,
  onAll,
  onDelete,
}: ManagerKeysOptions): (event: KeyboardEvent) => void {
  const act = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'preventDefault'>) => {
    if (event.key === 'Escape' && hasSelection) onClear();
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && onAll) onAll();
    else if ((event.key === 'Delete' || event.key === 'Backspace') && onDelete) onDelete();
    else return;
    event.preventDefault();
  };
  const onUnfocused = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.target === document.body && !event.defaultPrevented) act(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', onUnfocused);
    return () => window.removeEventListener('keydown', onUnfocused);
  }, []);
  return (event) => {
    if (isTyping(event.target) || event.defaultPrevented) return;
    // Events rise through dialogs and menus too, which are not of the page.
    if (event.target instanceof Node && event.currentTarget.contains(event.target)) act(event);
  };
}
