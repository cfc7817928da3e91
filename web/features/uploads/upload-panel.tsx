import { useQuery } from '@rocicorp/zero/react';
import { ChevronDown, ChevronUp, Pause, Play, X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import {
  type DuplicateChoice,
  isAllDone,
  isFailed,
  isSending,
  sortByUrgency,
  summarise,
  type UploadItem,
  type Uploads,
  type UploadSummary,
  withUnreadable,
} from './upload-item.ts';
import { UploadProgress, UploadRow } from './upload-row.tsx';

interface DuplicatesQuestionProps {
  count: number;
  onAnswer: (answer: DuplicateChoice) => void;
}

/** Asks once for all duplicates; the other files continue meanwhile. */
function DuplicatesQuestion({ count, onAnswer }: DuplicatesQuestionProps) {
  const { t } = useTranslation('uploads');
  return (
    <div className="flex flex-col gap-2.5 border-t border-line px-4 py-3">
      <p role="status">{t('duplicates.question', { count })}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={() => onAnswer('skip')}>
          {t('duplicates.skip')}
        </Button>
        <Button size="small" onClick={() => onAnswer('keep')}>
          {t('duplicates.keep')}
        </Button>
      </div>
    </div>
  );
}

/** Maximum number of rows rendered; the summary above covers all files. */
const ROWS = 60;

/** Milliseconds that the panel stays after the last photo. */
const FINISHED_MS = 10_000;

/** Removes the panel a moment after all files were uploaded; later if the pointer or the focus is in it. */
function useCloseWhenDone({ summary, clear }: Uploads, panel: RefObject<HTMLElement | null>): void {
  const isDone = isAllDone(summary);
  const close = useEffectEvent(() => {
    const { current } = panel;
    const isUsed = current?.matches(':hover') || current?.contains(document.activeElement);
    if (!isUsed) clear();
  });
  useEffect(() => {
    if (!isDone) return;
    const timer = setInterval(close, FINISHED_MS);
    return () => clearInterval(timer);
  }, [isDone]);
}

/**
 * Lists the uploads at the bottom of every screen. Closes automatically if all were uploaded; otherwise the user closes
 * it.
 */
export function UploadPanel(props: { uploads: Uploads }) {
  const uploads = useOutcome(props.uploads);
  const { t } = useTranslation(['uploads', 'common']);
  const id = useId();
  // Collapsed on a phone, where the list would cover the new photos.
  const [open, setOpen] = useState(() => matchMedia('(min-width: 48rem)').matches);
  const { summary } = uploads;
  const title = useTitle(summary);
  const { pending, paused, duplicates } = summary;
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => publishHeight(panel.current!), []);
  useCloseWhenDone(uploads, panel);
  const active = pending + paused > 0;
  return (
    <section
      ref={panel}
      aria-labelledby={id}
      className="fixed inset-x-2 bottom-16 z-30 flex max-h-[60dvh] flex-col rounded-control border border-line bg-raised shadow-lift md:inset-x-auto md:right-6 md:bottom-6 md:w-96"
    >
      <header className="flex items-center gap-1 py-1 pr-1 pl-4">
        <h2 id={id} className="min-w-0 grow truncate font-medium">
          {title}
        </h2>
        <PauseOrResume uploads={uploads} />
        <IconButton
          label={t(open ? 'collapse' : 'expand')}
          aria-expanded={open}
          icon={open ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
          onClick={() => setOpen(!open)}
        />
        {!active && duplicates === 0 && (
          <IconButton label={t('common:close')} icon={<X aria-hidden />} onClick={uploads.clear} />
        )}
      </header>
      {active && <UploadProgress label={title} summary={summary} />}
      {duplicates > 0 && <DuplicatesQuestion count={duplicates} onAnswer={uploads.resolveDuplicates} />}
      {open && <OpenList uploads={uploads} active={active} />}
      <output className="sr-only">{pending === 0 || summary.done === 0 ? title : ''}</output>
    </section>
  );
}

/** Returns the uploads with what became of the photos of the latest gallery: their files are read after the upload. */
function useOutcome(uploads: Uploads): Uploads {
  const { items } = uploads;
  const galleryId = [...items.values()].findLast(({ state }) => state === 'done')?.galleryId;
  const [photos] = useQuery(galleryId !== undefined && queries.galleries.photos({ galleryId }));
  return useMemo(() => {
    const known = withUnreadable(items.values(), photos ?? []);
    return { ...uploads, items: new Map(known.map((item) => [item.photoId, item])), summary: summarise(known) };
  }, [uploads, items, photos]);
}

/** Keeps the panel's height and a gap in `--panel-height`, for the toasts above it. Returns a function that ends it. */
function publishHeight(panel: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--panel-height', `${panel.offsetHeight + 8}px`));
  observer.observe(panel);
  return () => {
    observer.disconnect();
    style.removeProperty('--panel-height');
  };
}

function useTitle({ pending, paused, duplicates, skipped, leftOut, failed, done, total }: UploadSummary): string {
  const { t } = useTranslation('uploads');
  if (pending > 0) return t('title.active', { done, total });
  if (paused > 0) return t('title.paused', { done, total });
  if (duplicates > 0) return t('title.asking');
  if (done + failed === 0 && skipped > 0) return t('title.skipped', { count: skipped });
  if (done + failed === 0 && leftOut > 0) return t('title.leftOut', { count: leftOut });
  if (done > 0 && failed > 0) return t('title.partly', { done, failed });
  return failed > 0 ? t('title.failed', { count: failed }) : t('title.done', { count: done });
}

/** Pause and Resume share one button position, so that a second press undoes the first. */
function PauseOrResume({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation('uploads');
  if ([...uploads.items.values()].some(isSending)) {
    return <IconButton label={t('pauseAll')} icon={<Pause aria-hidden />} onClick={uploads.pauseAll} />;
  }
  if (uploads.summary.paused === 0) return null;
  return <IconButton label={t('resumeAll')} icon={<Play aria-hidden />} onClick={uploads.resumeAll} />;
}

function OpenList({ uploads, active }: { uploads: Uploads; active: boolean }) {
  const { t } = useTranslation('uploads');
  const items = sortByUrgency(uploads.items.values());
  const rows = items.filter(({ state }) => state !== 'left_out');
  const failed = rows.some(isFailed);
  return (
    <>
      {(active || failed) && (
        <div className="flex flex-wrap items-center gap-2 px-4 pb-2">
          {active && (
            <Button size="small" onClick={uploads.cancelAll}>
              {t('cancelAll')}
            </Button>
          )}
          {failed && (
            <Button size="small" onClick={uploads.retryAll}>
              {t('retryAll')}
            </Button>
          )}
        </div>
      )}
      <div className="overflow-y-auto overscroll-contain border-t border-line px-4">
        <ul>
          {rows.slice(0, ROWS).map((item) => (
            <UploadRow key={item.photoId} item={item} uploads={uploads} />
          ))}
          {rows.length > ROWS && (
            <li className="py-3 text-caption text-soft">{t('more', { count: rows.length - ROWS })}</li>
          )}
        </ul>
        <LeftOutFiles items={items.filter(({ state }) => state === 'left_out')} isTitled={rows.length === 0} />
      </div>
    </>
  );
}

interface LeftOutFilesProps {
  items: readonly UploadItem[];
  /** True if the panel's title counts them. */
  isTitled: boolean;
}

/** Counts the files that are no photos, and names them on demand. */
function LeftOutFiles({ items, isTitled }: LeftOutFilesProps) {
  const { t } = useTranslation('uploads');
  if (items.length === 0) return null;
  return (
    <details className="text-caption text-soft">
      <summary className="cursor-pointer py-3">
        {isTitled ? t('leftOut') : t('title.leftOut', { count: items.length })}
      </summary>
      {!isTitled && <p>{t('leftOut')}</p>}
      <ul className="py-2">
        {items.slice(0, ROWS).map(({ photoId, filename }) => (
          <li key={photoId} className="truncate py-0.5">
            {filename}
          </li>
        ))}
        {items.length > ROWS && <li className="py-0.5">{t('more', { count: items.length - ROWS })}</li>}
      </ul>
    </details>
  );
}
