import { useEffect } from 'react';

/** Marks an element with `data-idle` while no mouse moved and no key was pressed for some milliseconds. */
export function useIdle(element: HTMLElement | undefined, idleMs: number): void {
  useEffect(() => {
    if (!element) return;
    let timer: ReturnType<typeof setTimeout>;
    const active = () => {
      element.removeAttribute('data-idle');
      clearTimeout(timer);
      timer = setTimeout(() => element.setAttribute('data-idle', ''), idleMs);
    };
    // A finger has no resting place: there a tap shows and hides.
    const moved = (event: PointerEvent) => event.pointerType === 'mouse' && active();
    element.addEventListener('pointermove', moved);
    document.addEventListener('keydown', active);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointermove', moved);
      document.removeEventListener('keydown', active);
    };
  }, [element, idleMs]);
}
