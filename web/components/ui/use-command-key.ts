import { useEffect, useEffectEvent } from 'react';

/** Calls back on Ctrl/Cmd and a letter, wherever the focus is; the browser's own meaning of the keys is suppressed. */
export function useCommandKey(letter: string, callback: () => void): void {
  const press = useEffectEvent(callback);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const modified = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!modified || event.key.toLowerCase() !== letter) return;
      event.preventDefault();
      press();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [letter]);
}
