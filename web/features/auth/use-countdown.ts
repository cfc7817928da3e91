import { useEffect, useState } from 'react';

/** The auth service's own pause between two mails of a kind to one person (`max_frequency` of supabase/config.toml). */
export const MAIL_COOLDOWN_S = 60;

/**
 * Counts seconds down.
 * @param from what it begins with
 * @returns seconds left, 0 at its end, and a function that begins anew with so many
 */
export function useCountdown(from: number): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + from * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [left, start];
}
