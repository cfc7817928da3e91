import { useEffect, useEffectEvent } from 'react';
import { readDroppedFiles } from '#web/lib/dropped-files.ts';

/** Files may be let go anywhere on the page; without this the browser would open them and leave the studio. */
export function usePageDrop(enabled: boolean, onFiles: (files: File[]) => void): void {
  const drop = useEffectEvent(async (event: DragEvent) => {
    // The field itself has taken it.
    if (event.defaultPrevented || !event.dataTransfer) return;
    event.preventDefault();
    const files = await readDroppedFiles(event.dataTransfer);
    if (enabled && files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => void drop(event);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
}
