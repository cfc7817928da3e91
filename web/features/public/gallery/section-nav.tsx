import { clsx } from 'clsx';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GallerySection, sectionAnchor, sectionFromHash, sectionHash } from '../photos/sections.ts';

interface SectionNavProps {
  /** Named sections, at least two. */
  sections: readonly GallerySection[];
  /** True once all photos are loaded, so that every section has its final position. */
  complete: boolean;
}

/** Row of section names that sticks to the top of the window; scrolls horizontally on a phone. */
export function SectionNav({ sections, complete }: SectionNavProps) {
  const { t } = useTranslation('public');
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentSection(sections);
  useSectionInAddress(complete);
  useEffect(() => {
    const strip = list.current;
    const link = current === null ? null : strip?.querySelector<HTMLElement>('[aria-current]');
    // Scroll horizontally only: scrollIntoView would also scroll the page.
    if (strip && link) strip.scrollTo({ left: link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2 });
  }, [current]);
  const go = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    // Replace the history entry: Back leaves the gallery instead of stepping through its sections.
    history.replaceState(history.state, '', sectionHash(id));
    showSection(id);
  };
  return (
    <nav
      aria-label={t('sections')}
      data-sections
      className="sticky top-0 z-10 mb-2 border-b border-line bg-paper print:hidden"
    >
      <ul ref={list} className="relative flex [scrollbar-width:none] overflow-x-auto overscroll-x-contain px-3 md:px-6">
        {sections.map(({ id, name }) => (
          <li key={id} className="shrink-0">
            <a
              href={sectionHash(id!)}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => go(event, id!)}
              className={clsx(
                'flex min-h-12 max-w-60 items-center border-b-2 px-2 no-underline -outline-offset-2',
                id === current ? 'border-highlight text-ink' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              <span className="truncate">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls to a section's heading and focuses it. Returns false if it is not rendered yet. */
function showSection(id: string): boolean {
  const heading = document.getElementById(sectionAnchor(id));
  heading?.scrollIntoView({ block: 'start', behavior: 'instant' });
  heading?.focus({ preventScroll: true });
  return heading !== null;
}

/** Scrolls to the section in the URL. The browser looked for it before it was rendered. */
function useSectionInAddress(complete: boolean): void {
  useEffect(() => {
    const id = sectionFromHash(location.hash);
    if (id === null) return;
    // One frame later the grid knows its width and the heading its position.
    const frame = requestAnimationFrame(() => showSection(id));
    return () => cancelAnimationFrame(frame);
  }, [complete]);
}

/** Returns the current section: the last one whose heading has passed the upper third of the window. */
function useCurrentSection(sections: readonly GallerySection[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const passed = sections.findLast(({ id }) => {
        const heading = document.getElementById(sectionAnchor(id!));
        return heading !== null && heading.getBoundingClientRect().top < innerHeight / 3;
      });
      setCurrent(passed?.id ?? null);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    soon();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [sections]);
  return current;
}
