import { useEffect, useEffectEvent, useState } from 'react';
import { readDroppedFiles } from './files.ts';

interface PageDropOptions {
  /** False: the page takes no files; a drop is ignored. */
  enabled: boolean;
  /** True to take pasted files too; `UploadDropzone` takes them itself. */
  pastes?: boolean;
  /** Receives at least one file. */
  onFiles: (files: File[]) => void;
}

/**
 * Accepts files dropped anywhere on the page. Otherwise the browser would open them and leave the app.
 * @returns true while files are dragged over the page
 */
export function usePageDrop({ enabled, pastes = false, onFiles }: PageDropOptions): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(async (event: DragEvent) => {
    setOver(false);
    // An upload field has handled the drop.
    if (event.defaultPrevented || !event.dataTransfer) return;
    event.preventDefault();
    const files = await readDroppedFiles(event.dataTransfer);
    if (enabled && files.length > 0) onFiles(files);
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (enabled && pastes && files.length > 0) onFiles(files);
  });
  const over = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(enabled);
  });
  useEffect(() => {
    const onOver = (event: DragEvent) => over(event);
    const onDrop = (event: DragEvent) => void drop(event);
    const onPaste = (event: ClipboardEvent) => paste(event);
    // The drag has left the window, not only an element in it.
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, []);
  return isOver;
}
