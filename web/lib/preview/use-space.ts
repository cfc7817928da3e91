import { type RefObject, useEffect, useState } from 'react';

/** Returns the size of an element's content in CSS pixels, as it changes; 0 before it is measured. */
export function useSpace(box: RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [space, setSpace] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSpace(entry.contentRect));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return space;
}
