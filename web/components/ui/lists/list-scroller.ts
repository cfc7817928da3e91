import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  windowScroll,
} from '@tanstack/react-virtual';
import { createContext, type RefObject, use, useLayoutEffect, useState } from 'react';

/** The element in which the lists below it scroll; null where they scroll with the window. */
export const ListScroller = createContext<HTMLElement | null>(null);

const inElement = { observeElementRect, observeElementOffset, scrollToFn: elementScroll };
// The virtualizer's core takes either and may change from one to the other; only its hooks are typed for one of them.
const inWindow = {
  observeElementRect: observeWindowRect,
  observeElementOffset: observeWindowOffset,
  scrollToFn: windowScroll,
} as unknown as typeof inElement;

/** What a virtualizer has to know of where its list scrolls. A change of that keeps the place in the list. */
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

/** Where an element begins in what it scrolls in, in pixels; banners and filters above it come and go. */
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
