import { clsx } from 'clsx';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GallerySection, sectionAnchor, sectionFromHash, sectionHash } from './sections.ts';

interface SectionNavProps {
  /** Named ones, at least two. */
  sections: readonly GallerySection[];
  /** All photos are there, so that every section has its place. */
  complete: boolean;
}

/** The sections' names in a row that stays at the window's upper edge; on a phone it runs sideways. */
export function SectionNav({ sections, complete }: SectionNavProps) {
  const { t } = useTranslation('public');
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentSection(sections);
  useSectionInAddress(complete);
  useEffect(() => {
    const strip = list.current;
    const link = current === null ? null : strip?.querySelector<HTMLElement>('[aria-current]');
    // Sideways alone: scrollIntoView would take the page along.
    if (strip && link) strip.scrollTo({ left: link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2 });
  }, [current]);
  const go = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    // The same entry of the history: back leads out of the gallery, not through its sections.
    history.replaceState(history.state, '', sectionHash(id));
    showSection(id);
  };
  return (
    <nav aria-label={t('sections')} className="sticky top-0 z-10 mb-2 border-b border-line bg-paper print:hidden">
      <ul ref={list} className="relative flex [scrollbar-width:none] overflow-x-auto overscroll-x-contain px-3 md:px-6">
        {sections.map(({ id, name }) => (
          <li key={id} className="shrink-0">
            <a
              href={sectionHash(id!)}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => go(event, id!)}
              className={clsx(
                'flex min-h-12 max-w-60 items-center border-b-2 px-2 no-underline -outline-offset-2',
                id === current ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink',
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

/** Brings a section's heading to the top, and the keyboard with it. False while it has no place yet. */
function showSection(id: string): boolean {
  const heading = document.getElementById(sectionAnchor(id));
  heading?.scrollIntoView({ block: 'start', behavior: 'instant' });
  heading?.focus({ preventScroll: true });
  return heading !== null;
}

/** Whoever opens a section's address is led there; the browser itself looked for it before it was in the document. */
function useSectionInAddress(complete: boolean): void {
  useEffect(() => {
    const id = sectionFromHash(location.hash);
    if (id === null) return;
    // A frame later the grid knows its width, and the heading its place.
    const frame = requestAnimationFrame(() => showSection(id));
    return () => cancelAnimationFrame(frame);
  }, [complete]);
}

/** The section that is being looked at: the last one whose heading has passed the upper third of the window. */
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
