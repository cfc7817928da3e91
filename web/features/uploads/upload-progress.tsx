import { useTranslation } from 'react-i18next';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useOnline } from '#web/lib/sync/use-online.ts';
import type { UploadSummary } from './upload-item.ts';
import { useUploadRate } from './upload-rate.ts';

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
