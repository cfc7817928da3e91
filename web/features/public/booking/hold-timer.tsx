import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import type { Hold } from './booking-storage.ts';

/** Returns the milliseconds until a moment, updated once a second; 0 once it has passed. */
function useTimeLeft(until: number): number {
  const [remaining, setRemaining] = useState(() => Math.max(0, until - Date.now()));
  useEffect(() => {
    const count = () => setRemaining(Math.max(0, until - Date.now()));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return remaining;
}

interface HoldTimerProps {
  hold: Hold | null;
  taking: boolean;
  onAgain: () => void;
}

/** Shows the remaining hold time as a countdown. Announces it to screen readers only twice. */
export function HoldTimer({ hold, taking, onAgain }: HoldTimerProps) {
  const { t } = useTranslation('booking');
  const remaining = useTimeLeft(hold?.until ?? 0);
  if (taking) return <Note text={t('hold.taking')} />;
  if (!hold) return null;
  if (remaining > 0) {
    const announcement = remaining <= MINUTE_MS ? t('hold.one') : remaining <= 5 * MINUTE_MS ? t('hold.five') : '';
    return (
      <>
        <Note text={t('hold.left', { time: clockText(remaining) })} />
        <output className="sr-only">{announcement}</output>
      </>
    );
  }
  return (
    <Banner
      tone="warning"
      title={t('hold.overTitle')}
      action={
        <Button size="small" onClick={onAgain}>
          {t('hold.again')}
        </Button>
      }
    >
      {t('hold.over')}
    </Banner>
  );
}

function Note({ text }: { text: string }) {
  return (
    <p role="timer" data-figures className="flex items-center gap-2 text-soft">
      <Clock aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      {text}
    </p>
  );
}

/** Formats milliseconds as "14:32". */
function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
