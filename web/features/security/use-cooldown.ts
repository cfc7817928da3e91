import { useEffect, useState } from 'react';

/** The auth service's own pause between two mails of a kind to the same person, in seconds. */
const MAIL_PAUSE_SECONDS = 60;

const TICK_MS = 1_000;

/**
 * Counts the pause down that begins at `startedAt` (epoch milliseconds; null: none).
 * @returns whole seconds left; 0 when the next mail may be asked for.
 */
export function useCooldown(startedAt: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  // The clock was last read before the pause began, or since.
  const end = startedAt === null ? 0 : startedAt + MAIL_PAUSE_SECONDS * 1_000;
  const left = Math.max(0, Math.ceil((end - Math.max(now, startedAt ?? 0)) / 1_000));
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return left;
}
