import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ZonedDay } from '#web/lib/format/wall-clock.ts';
import { dayColumns } from './day-layout.ts';
import type { DraggedItem } from './drag-store.ts';
import { dragAfterKey } from './keyboard.ts';
import { useDragState, useSchedule } from './schedule-context.ts';
import { ItemText, scheduleItemClass } from './schedule-item.tsx';
import { segmentStyle } from './time-items.tsx';

/** The dragged item, above everything else. A keyboard drag gives it the focus and the keys. */
export function DragPreview({ days }: { days: readonly ZonedDay[] }) {
  const draft = useDragState((state) => state.draft);
  return draft && <Ghost draft={draft} days={days} />;
}

function Ghost({ draft, days }: { draft: DraggedItem; days: readonly ZonedDay[] }) {
  const { t } = useTranslation('schedule');
  const { drag, zone } = useSchedule();
  const held = useRef<HTMLDivElement>(null);
  const { item, start, end, by, conflicts } = draft;
  const columns = useMemo(() => dayColumns([{ ...item, start, end }], days), [item, start, end, days]);
  useEffect(() => {
    if (by === 'keyboard') held.current?.focus({ preventScroll: true });
  }, [by]);
  useEffect(() => {
    if (by === 'keyboard')
      held.current?.querySelector('[data-shape]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [by, columns]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') drag.putBack();
    else if (event.key === 'Enter' || event.key === ' ' || event.key === 'm') drag.drop();
    else {
      const to = dragAfterKey(draft, event, zone);
      if (to) drag.moveTo(to);
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes its keys itself
    <div
      ref={held}
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- and so it has the focus
      tabIndex={by === 'keyboard' ? 0 : -1}
      aria-label={t('held', { title: item.title })}
      onKeyDown={onKeyDown}
      onBlur={() => drag.putBack()}
      className="group/held pointer-events-none absolute inset-0 z-20 outline-none"
    >
      {columns.flatMap((segments, column) =>
        segments.map((segment) => (
          <div
            key={days[column]!.date}
            className="absolute inset-y-0"
            style={{ left: `${(column / days.length) * 100}%`, width: `${100 / days.length}%` }}
          >
            <div
              data-shape
              style={segmentStyle(segment)}
              className={clsx(
                'absolute scroll-my-20 scroll-ml-16 overflow-hidden px-1.5 text-caption leading-tight shadow-lift ring-2 group-focus-visible/held:ring-offset-2 group-focus-visible/held:ring-offset-raised',
                conflicts.length > 0 ? 'ring-danger' : 'ring-accent',
                scheduleItemClass(item.tone),
              )}
            >
              <ItemText item={item} minutes={segment.bottom - segment.top} span={draft} />
            </div>
          </div>
        )),
      )}
    </div>
  );
}

/** Announces where the dragged item would be dropped, on the screen and in a live region. */
export function DragNotice() {
  const { t } = useTranslation('schedule');
  const { labels } = useSchedule();
  const draft = useDragState((state) => state.draft);
  const landing = useDragState((state) => state.landing);
  const announcement = useDragText();
  return (
    <div
      className={clsx(
        draft
          ? 'pointer-events-none sticky bottom-20 z-30 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control border border-edge bg-raised px-4 py-3 shadow-lift md:bottom-4'
          : 'sr-only',
      )}
    >
      <p
        role="status"
        aria-live="assertive"
        data-figures
        className={clsx('font-medium', draft && draft.conflicts.length > 0 && 'text-danger')}
      >
        {draft && announcement(draft)}
        {landing && t(landing.kind, { title: landing.title, span: labels.span(landing) })}
      </p>
      {draft?.by === 'keyboard' && <p className="text-caption text-soft">{t('keys')}</p>}
    </div>
  );
}

function useDragText(): (draft: DraggedItem) => string {
  const { t } = useTranslation('schedule');
  const { labels, language } = useSchedule();
  return ({ item, start, end, conflicts }) => {
    const span = labels.span({ start, end });
    if (conflicts.length > 0) return t('conflicts', { span, names: new Intl.ListFormat(language).format(conflicts) });
    return start === item.start && end === item.end ? t('pickedUp', { title: item.title, span }) : span;
  };
}
