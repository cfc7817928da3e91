import { useTranslation } from 'react-i18next';
import { MULTIPART_BYTES } from '#core/domain/photos/uploads.ts';
import { Progress, ProgressRow } from '#web/components/ui/feedback/progress.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useOnline } from '#web/lib/sync/use-online.ts';
import {
  isFailed,
  isFinished,
  isPaused,
  isSending,
  type UploadItem,
  type Uploads,
  type UploadState,
  type UploadSummary,
} from './upload-item.ts';
import { useUploadRate } from './upload-rate.ts';

const LOOKS = {
  waiting: 'waiting',
  uploading: 'active',
  completing: 'active',
  paused: 'waiting',
  duplicate: 'waiting',
  done: 'done',
  skipped: 'waiting',
  left_out: 'waiting',
  failed: 'failed',
  refused: 'failed',
} as const satisfies Record<UploadState, 'waiting' | 'active' | 'done' | 'failed'>;

export function UploadRow({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { t } = useTranslation('uploads');
  const { photoId, state, playback = 'everywhere' } = item;
  return (
    <ProgressRow
      name={item.filename}
      state={LOOKS[state]}
      value={state === 'completing' ? null : item.sent / item.size}
      detail={useDetail(item)}
      hint={playback === 'everywhere' ? undefined : t(`plays.${playback}`)}
      {...(isSending(item) && { onPause: () => uploads.pause(photoId) })}
      {...(isPaused(item) && { onResume: () => uploads.resume(photoId) })}
      {...(isFailed(item) && { onRetry: () => uploads.retry(photoId) })}
      {...(!isFinished(item) && { onCancel: () => uploads.cancel(photoId) })}
    />
  );
}

function useDetail(item: UploadItem): string {
  const { t } = useTranslation(['uploads', 'errors']);
  const { filename, code, state, sameAs = '' } = item;
  const progress = useProgress(item);
  if (code) return t(`errors:${code as 'unknown'}`, { defaultValue: t('errors:upload_failed') });
  if (state === 'skipped') return t('here');
  // Name the other photo only if its name differs: the comparison uses the content.
  if (state === 'duplicate') return sameAs === filename ? t('here') : t('hereAs', { name: sameAs });
  const facts = [item.replaces && t('replaces'), state === 'paused' && t('paused'), progress];
  return facts.filter(Boolean).join(' · ');
}

/** Returns the progress; for a large file also the sent bytes, since sent parts are not sent again. */
function useProgress({ size, sent, state }: UploadItem): string | false {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const total = format.bytes(size);
  const isPartial = sent > 0 && sent < size && size > MULTIPART_BYTES;
  if (isPartial) return t('bytes', { sent: format.bytes(sent), total });
  return state !== 'paused' && total;
}

/** Shows the progress, speed and remaining time of all uploads, or why they do not move. */
export function UploadProgress({ label, summary }: { label: string; summary: UploadSummary }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const [online, rate] = [useOnline(), useUploadRate(summary)];
  const timeLeft = useTimeLeft(rate?.left ?? null);
  const { sentBytes, totalBytes } = summary;
  const bytes = t('bytes', { sent: format.bytes(sentBytes), total: format.bytes(totalBytes) });
  const speed = rate && t('speed', { bytes: format.bytes(rate.speed) });
  const facts = online ? [bytes, timeLeft && speed, timeLeft].filter(Boolean).join(' · ') : t('offline');
  return (
    <div className="flex flex-col gap-1.5 px-4 pb-3">
      <Progress label={label} hideLabel value={totalBytes === 0 ? null : sentBytes / totalBytes} text={bytes} />
      <p data-figures className="text-caption text-soft">
        {facts}
      </p>
    </div>
  );
}

/** Returns the remaining time, rounded up, and more coarsely for longer times. */
function useTimeLeft(seconds: number | null): string | null {
  const { t } = useTranslation('uploads');
  if (seconds === null) return null;
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return t('left.seconds');
  if (minutes < 10) return t('left.minutes', { count: minutes });
  if (minutes <= 60) return t('left.minutes', { count: Math.ceil(minutes / 5) * 5 });
  return t('left.hours', { count: Math.ceil(minutes / 60) });
}
