import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import type { Draft } from './draft-store.ts';
import { useDrafts, useSchedule } from './schedule-context.ts';

/** Says where the item that is held would lie: on the screen while it is held, and to whoever listens. */
export function DraftNotice() {
  const { t } = useTranslation('schedule');
  const { words } = useSchedule();
  const draft = useDrafts((state) => state.draft);
  const landing = useDrafts((state) => state.landing);
  const said = useDraftText();
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
        {landing && t(landing.kind, { title: landing.title, span: words.span(landing) })}
      </p>
      {draft?.by === 'keyboard' && <p className="text-caption text-soft">{t('keys')}</p>}
    </div>
  );
}

function useDraftText(): (draft: Draft) => string {
  const { t } = useTranslation('schedule');
  const { words, language } = useSchedule();
  return ({ item, start, end, conflicts }) => {
    const span = words.span({ start, end });
    if (conflicts.length > 0) return t('conflicts', { span, names: new Intl.ListFormat(language).format(conflicts) });
    return start === item.start && end === item.end ? t('pickedUp', { title: item.title, span }) : span;
  };
}
