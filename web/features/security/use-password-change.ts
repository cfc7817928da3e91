import { useEffect, useState } from 'react';
import { authErrorCode } from '#web/lib/auth/auth-client.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import type { AuthAction } from './security-errors.ts';

/** Where a change of password stands: being typed, or waiting for the code of a mail. */
interface Mailed {
  password: string;
  /** When the mail was asked for, epoch milliseconds. */
  at: number;
}

interface PasswordChange {
  /** Tries it; answers null when it is done or waits for a code, otherwise why not. */
  change: (password: string) => Promise<string | null>;
  /** Tries it again with the code of the mail. */
  confirm: (code: string) => Promise<string | null>;
  /** Asks for another code. */
  mailAgain: () => Promise<string | null>;
  mailed: Mailed | null;
  cancel: () => void;
}

/**
 * A change of password as the auth service wants it: somebody who signed in more than a day ago is mailed a code, and
 * the change is tried again with that.
 * @param run asks for the second step where it is wanted.
 * @param onDone the new password is set.
 */
export function usePasswordChange(
  run: (act: AuthAction) => Promise<string | null>,
  onDone: () => void,
): PasswordChange {
  const { client } = useAuth();
  const [mailed, setMailed] = useState<Mailed | null>(null);
  const put = async (password: string, nonce?: string) => {
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
    // Within the pause the code of the mail before still counts.
    if (failure === null || failure === 'over_email_send_rate_limit') setMailed({ password, at: Date.now() });
    return failure;
  };
  return {
    change: async (password) => {
      const failure = await put(password);
      if (failure !== 'reauthentication_needed') return failure;
      const refusal = await mail(password);
      return refusal === 'over_email_send_rate_limit' ? null : refusal;
    },
    confirm: (code) => put(mailed?.password ?? '', code),
    mailAgain: () => mail(mailed?.password ?? ''),
    mailed,
    cancel: () => setMailed(null),
  };
}

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
