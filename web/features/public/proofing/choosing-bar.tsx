import { clsx } from 'clsx';
import { CloudOff, Heart, List, ListFilter } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { PersonMark } from '#web/components/ui/lists/person-mark.tsx';
import type { Choosing } from './choosing-store.ts';
import { NamePrompt } from './name-prompt.tsx';
import { type NamedPerson, nameOfList } from './person-names.ts';
import { ALL_PHOTOS, LIST_FILTERS } from './photo-filters.ts';
import { ProblemNote } from './problem-note.tsx';
import { FAVOURITES } from './project-view.ts';
import { useSelectionFacts } from './selection-facts.tsx';
import { selectionProgress } from './selection-progress.ts';
import { useChoosing } from './use-choosing.ts';

interface ChoosingBarProps {
  choosing: Choosing;
  zone: string;
  /** Others who have the list open. */
  here: readonly NamedPerson[];
  onLists: () => void;
  onSubmit: () => void;
  onName: () => void;
}

/** Number of people who are shown by their initials. */
const MAX_MARKS = 3;

/** Bar at the bottom of the window: the list that hearts fill, how far it is, the filter of the grid, and sending. */
export function ChoosingBar({ choosing, zone, here, onLists, onSubmit, onName }: ChoosingBarProps) {
  const { t } = useTranslation('choosing');
  const { list, listId, view, problem } = useChoosing(choosing);
  const bar = useRef<HTMLElement>(null);
  const lists = view?.lists ?? [];
  const isNeeded = problem !== null || lists.some(({ kind, isDefault }) => kind === 'selection' || !isDefault);
  const isShown = isNeeded || (view?.picks.length ?? 0) > 0;
  useRoomBelow(bar, isShown);
  if (!view?.canSelect || !isShown) return null;
  const options = [
    ...lists.filter(({ kind }) => kind === 'selection').map((one) => ({ value: one.id, label: one.name })),
    { value: FAVOURITES, label: t('favourites') },
    ...lists
      .filter(({ kind, isDefault }) => kind === 'favourites' && !isDefault)
      .map((one) => ({ value: one.id, label: one.name })),
  ];
  const isSelection = list?.kind === 'selection';
  return (
    <section
      ref={bar}
      aria-label={t('bar.label')}
      className="fixed inset-x-0 bottom-(--menu-below) z-20 max-h-[60svh] animate-sheet overflow-y-auto border-t border-line bg-raised pb-safe text-ink shadow-lift print:hidden"
    >
      <div className="flex flex-col gap-2 px-4 pt-3 empty:hidden md:px-8">
        {problem && <ProblemNote choosing={choosing} />}
        <NamePrompt choosing={choosing} onName={onName} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 md:px-8">
        <div
          className={clsx(
            'flex grow flex-wrap items-center gap-x-3 gap-y-1',
            // With large text the buttons go below the longest word.
            isSelection ? 'min-w-0 max-md:basis-full' : 'min-w-min max-md:basis-0',
          )}
        >
          {options.length > 1 ? (
            <Select
              aria-label={t('bar.list')}
              value={listId}
              onChange={(event) => choosing.chooseList(event.target.value)}
              options={options}
              className="max-w-[55%] shrink-0 md:max-w-56"
            />
          ) : (
            <span className="flex items-center gap-2 font-medium">
              <Heart aria-hidden className="size-4 fill-current" />
              {t('favourites')}
            </span>
          )}
          <Progress choosing={choosing} zone={zone} />
          <Here people={here} />
        </div>
        <FilterSelect choosing={choosing} />
        <Button
          icon={<List />}
          onClick={onLists}
          aria-label={t('lists.open')}
          title={t('lists.open')}
          className="max-md:min-w-control max-md:px-3!"
        >
          <span className="max-md:sr-only">{t('lists.short')}</span>
        </Button>
        {isSelection && list.closed === null && (
          <Button variant="primary" onClick={onSubmit} className="max-md:grow">
            {t('submit.open')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The people who have the list open; their choices appear automatically. */
function Here({ people }: { people: readonly NamedPerson[] }) {
  const { t } = useTranslation('choosing');
  const text = t('here', { count: people.length, names: people.map(({ name }) => name).join(', ') });
  return (
    <output className="ml-auto flex shrink-0 gap-1 md:ml-2">
      {people.length > 0 && <span className="sr-only">{text}</span>}
      {people.slice(0, MAX_MARKS).map(({ id, name, color }) => (
        <span key={id} title={text} className="flex animate-appear">
          <PersonMark name={name} color={color} size="small" />
        </span>
      ))}
    </output>
  );
}

/** How far the list is, and what has not been sent. */
function Progress({ choosing, zone }: { choosing: Choosing; zone: string }) {
  const { t } = useTranslation('choosing');
  const { list, view, waiting } = useChoosing(choosing);
  const isLate = useLasting(waiting > 0);
  const pending = isLate && (
    <span className="flex items-center gap-1.5 text-caption text-soft">
      <CloudOff aria-hidden className="size-4" strokeWidth={1.75} />
      {t('bar.waiting', { count: waiting })}
    </span>
  );
  if (!list || !view || list.kind === 'favourites') {
    const count = view?.picks.filter(({ listId, state }) => listId === list?.id && state === 'pick').length ?? 0;
    return (
      <output className="min-w-0 tabular-nums">
        {t('progress.count', { count })}
        {pending}
      </output>
    );
  }
  return <SelectionState {...{ list, view, zone, pending }} />;
}

function SelectionState({
  list,
  view,
  zone,
  pending,
}: {
  list: NonNullable<ReturnType<typeof useChoosing>['list']>;
  view: NonNullable<ReturnType<typeof useChoosing>['view']>;
  zone: string;
  pending: ReactNode;
}) {
  const { sum, rules, state } = useSelectionFacts(list, selectionProgress(view, list), zone);
  return (
    // On a phone the rules have a line of their own: the price of another photo is not cut.
    <output className="min-w-36 flex-1 max-md:contents">
      <span className="block font-medium tabular-nums wrap-anywhere max-md:min-w-36 max-md:flex-1">{sum}</span>
      <span className="block text-caption text-soft first-letter:uppercase empty:hidden max-md:order-last max-md:basis-full">
        {[state, ...(list.closed === null ? rules : [])].filter(Boolean).join(' · ')}
      </span>
      {pending}
    </output>
  );
}

/** Which photos the grid shows. */
function FilterSelect({ choosing }: { choosing: Choosing }) {
  const { t } = useTranslation('choosing');
  const { view, list, filter } = useChoosing(choosing);
  const lists = view?.lists ?? [];
  const isShared = (list?.people.length ?? 0) > 1;
  const options = [
    { value: ALL_PHOTOS, label: t('filter.all') },
    ...lists.map((one) => ({
      value: one.isDefault ? FAVOURITES : one.id,
      label: t('filter.only', { list: nameOfList(t, one) }),
    })),
    ...LIST_FILTERS.filter((one) => list?.kind === 'selection' && (isShared || one !== 'both')).map((one) => ({
      value: one,
      label: t(one === 'both' && list!.people.length > 2 ? 'filter.everybody' : `filter.${one}`),
    })),
  ];
  return (
    // An icon over the select on phones, where its text has no room.
    <div className="relative shrink-0 rounded-control has-focus-visible:outline-2 max-md:size-control md:w-52">
      <Select
        aria-label={t('filter.label')}
        value={filter}
        onChange={(event) => choosing.show(event.target.value)}
        options={options}
        className="max-md:opacity-0"
      />
      <span
        aria-hidden
        className={clsx(
          'pointer-events-none absolute inset-0 flex items-center justify-center rounded-control border border-edge md:hidden',
          filter !== ALL_PHOTOS && 'bg-ink text-paper',
        )}
      >
        <ListFilter className="size-4" strokeWidth={1.75} />
      </span>
    </div>
  );
}

/** Milliseconds that an answer may take before the bar says that something is waiting. */
const LATE_MS = 1500;

/** Returns true once something has been the case for a while. */
function useLasting(now: boolean): boolean {
  const [isLasting, setLasting] = useState(false);
  if (!now && isLasting) setLasting(false);
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setLasting(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return now && isLasting;
}

/** Reserves the bar's height below the page, so that it is never over the footer, and tells it to other bars. */
function useRoomBelow(bar: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const element = bar.current;
    if (!element || !isShown) return;
    const { style } = document.documentElement;
    const reserve = () => {
      const room = `${element.offsetHeight}px`;
      style.setProperty('--bar-below', room);
      style.scrollPaddingBottom = room;
      document.body.style.paddingBottom = room;
    };
    const observer = new ResizeObserver(reserve);
    observer.observe(element);
    reserve();
    return () => {
      observer.disconnect();
      style.removeProperty('--bar-below');
      style.removeProperty('scroll-padding-bottom');
      document.body.style.removeProperty('padding-bottom');
    };
  }, [bar, isShown]);
}
