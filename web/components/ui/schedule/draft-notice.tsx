import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import type { DraggedItem } from './draft-store.ts';
import { useDragState, useSchedule } from './schedule-context.ts';

/** Says where the item that is held would lie: on the screen while it is held, and to whoever listens. */
export function DragNotice() {
  const { t } = useTranslation('schedule');
  const { labels } = useSchedule();
  const draft = useDragState((state) => state.draft);
  const landing = useDragState((state) => state.landing);
  const said = useDragText();
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
        {draft && said(draft)}
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
