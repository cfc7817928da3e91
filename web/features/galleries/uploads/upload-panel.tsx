import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Progress } from '#web/components/ui/progress.tsx';
import { formatBytes } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { byUrgency, type Uploads } from './upload-item.ts';
import { UploadRow } from './upload-row.tsx';

/** Rows that are drawn; of 500 files nobody reads more at a time, and the sum is above. */
const ROWS = 60;

/** What is on its way, at the foot of every screen, until it is looked through and closed. */
export function UploadPanel({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation(['uploads', 'common']);
  const id = useId();
  // On a phone the list would cover the pictures that are arriving.
  const [open, setOpen] = useState(() => matchMedia('(min-width: 48rem)').matches);
  const { summary, items } = uploads;
  const rows = byUrgency(items.values());
  const title =
    summary.pending > 0
      ? t('title.active', { done: summary.done, total: summary.total })
      : summary.failed > 0
        ? t('title.failed', { count: summary.failed })
        : t('title.done', { count: summary.done });
  const bytes = t('bytes', {
    sent: formatBytes(summary.sentBytes, currentLanguage()),
    total: formatBytes(summary.totalBytes, currentLanguage()),
  });
  return (
    <section
      aria-labelledby={id}
      className="fixed inset-x-2 bottom-16 z-30 flex max-h-[60dvh] flex-col rounded-control border border-line bg-raised shadow-lift md:inset-x-auto md:right-6 md:bottom-6 md:w-96"
    >
      <header className="flex items-center gap-1 py-1 pr-1 pl-4">
        <h2 id={id} className="min-w-0 grow truncate font-medium">
          {title}
        </h2>
        <IconButton
          label={t(open ? 'collapse' : 'expand')}
          aria-expanded={open}
          icon={open ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
          onClick={() => setOpen(!open)}
        />
        {summary.pending === 0 && (
          <IconButton label={t('common:close')} icon={<X aria-hidden />} onClick={uploads.clear} />
        )}
      </header>
      {summary.pending > 0 && (
        <div className="px-4 pb-3">
          <Progress
            label={title}
            hideLabel
            value={summary.totalBytes === 0 ? null : summary.sentBytes / summary.totalBytes}
            text={bytes}
          />
        </div>
      )}
      {open && (
        <>
          {(summary.pending > 0 || summary.failed > 0) && (
            <div className="flex flex-wrap items-center gap-2 px-4 pb-2">
              {summary.pending > 0 && (
                <Button size="small" onClick={uploads.cancelAll}>
                  {t('cancelAll')}
                </Button>
              )}
              {rows.some(({ state }) => state === 'failed') && (
                <Button size="small" onClick={uploads.retryAll}>
                  {t('retryAll')}
                </Button>
              )}
              {summary.pending > 0 && (
                <span data-figures className="ml-auto text-caption text-soft">
                  {bytes}
                </span>
              )}
            </div>
          )}
          <ul className="overflow-y-auto overscroll-contain border-t border-line px-4">
            {rows.slice(0, ROWS).map((item) => (
              <UploadRow key={item.photoId} item={item} uploads={uploads} />
            ))}
            {rows.length > ROWS && (
              <li className="py-3 text-caption text-soft">{t('more', { count: rows.length - ROWS })}</li>
            )}
          </ul>
        </>
      )}
      <output className="sr-only">{summary.pending === 0 || summary.done === 0 ? title : ''}</output>
    </section>
  );
}
