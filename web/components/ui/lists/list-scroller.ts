import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  windowScroll,
} from '@tanstack/react-virtual';
import { createContext, type RefObject, use, useLayoutEffect, useState } from 'react';

/** The element that scrolls the lists below it; null if they scroll with the window. */
export const ListScroller = createContext<HTMLElement | null>(null);

const inElement = { observeElementRect, observeElementOffset, scrollToFn: elementScroll };
// The virtualizer's core accepts both and may switch between them; only its hooks are typed for one of them.
const inWindow = {
  observeElementRect: observeWindowRect,
  observeElementOffset: observeWindowOffset,
  scrollToFn: windowScroll,
} as unknown as typeof inElement;

/** Returns the virtualizer options for the list's scroller. A change of the scroller keeps the scroll position. */
export function useListScroller(list: RefObject<HTMLElement | null>) {
  const scroller = use(ListScroller);
  const scrollMargin = useTop(list, scroller);
  return {
    scroller,
    options: {
      ...(scroller ? inElement : inWindow),
      scrollMargin,
      getScrollElement: () => scroller ?? (window as unknown as Element),
      initialOffset: () => scroller?.scrollTop ?? window.scrollY,
    },
  };
}

/** Offset of an element from the top of its scroller, in pixels; changes as banners and filters above it appear. */
function useTop(ref: RefObject<HTMLElement | null>, scroller: HTMLElement | null): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (!ref.current) return;
      const start = scroller ? scroller.scrollTop - scroller.getBoundingClientRect().top : window.scrollY;
      setTop(Math.round(ref.current.getBoundingClientRect().top + start));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of scroller?.children ?? [document.body]) observer.observe(element);
    return () => observer.disconnect();
  }, [ref, scroller]);
  return top;
}
