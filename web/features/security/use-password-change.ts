import { useEffect, useState } from 'react';
import { authErrorCode } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import type { AuthAction } from './security-errors.ts';

/** A password change that waits for the mailed code. */
interface Mailed {
  password: string;
  /** Time of the mail request, epoch milliseconds. */
  at: number;
}

interface PasswordChange {
  /** Changes the password. Resolves to null on success or when a code is required, otherwise to an error code. */
  change: (password: string) => Promise<string | null>;
  /** Repeats the change with the mailed code. */
  confirm: (code: string) => Promise<string | null>;
  /** Requests another code. */
  mailAgain: () => Promise<string | null>;
  mailed: Mailed | null;
  cancel: () => void;
}

/**
 * Changes the password. If the sign-in is more than a day old, the auth service mails a code, and the change is
 * repeated with it.
 * @param run asks for the second factor if required
 * @param onDone called once the new password is set
 */
export function usePasswordChange(
  run: (action: AuthAction) => Promise<string | null>,
  onDone: () => void,
): PasswordChange {
  const { client } = useAuth();
  const [mailed, setMailed] = useState<Mailed | null>(null);
  const updatePassword = async (password: string, nonce?: string) => {
    const failure = await run(async () => {
      const { error } = await client.updateUser({ password, ...(nonce && { nonce }) });
      return error && authErrorCode(error);
    });
    if (failure !== null) return failure;
    setMailed(null);
    onDone();
    return null;
  };
  const mail = async (password: string) => {
    const { error } = await client.reauthenticate();
    const failure = error && authErrorCode(error);
    // Within the minimum interval the previous mail's code is still valid.
    if (failure === null || failure === 'over_email_send_rate_limit') setMailed({ password, at: Date.now() });
    return failure;
  };
  return {
    change: async (password) => {
      const failure = await updatePassword(password);
      if (failure !== 'reauthentication_needed') return failure;
      const refusal = await mail(password);
      return refusal === 'over_email_send_rate_limit' ? null : refusal;
    },
    confirm: (code) => updatePassword(mailed?.password ?? '', code),
    mailAgain: () => mail(mailed?.password ?? ''),
    mailed,
    cancel: () => setMailed(null),
  };
}

/** Minimum interval of the auth service between two mails of a kind to a user, seconds. */
const MAIL_PAUSE_SECONDS = 60;

const TICK_MS = 1_000;

/**
 * Counts down the interval that starts at `startedAt` (epoch milliseconds; null: none).
 * @returns whole seconds left; 0 once the next mail may be requested
 */
export function useCooldown(startedAt: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  // `now` may be older than `startedAt`: use the later one.
  const end = startedAt === null ? 0 : startedAt + MAIL_PAUSE_SECONDS * 1_000;
  const secondsLeft = Math.max(0, Math.ceil((end - Math.max(now, startedAt ?? 0)) / 1_000));
  const running = secondsLeft > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return secondsLeft;
}
