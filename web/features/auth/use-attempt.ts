import type { AuthError } from '@supabase/auth-js';
import { useState } from 'react';
import { type AuthFailure, authFailure } from '#web/lib/auth/auth-failure.ts';
import { type Captcha, useCaptcha } from './captcha.tsx';

export interface Attempt {
  /** Failure of the last attempt; null while one is pending and before the first. */
  failure: AuthFailure | null;
  captcha: Captcha;
  /** Runs an auth call, with the captcha token if the stage has one. Null if it failed. */
  attempt: <T extends { error: AuthError | null }>(
    call: (captcha: { captchaToken?: string }) => Promise<T>,
  ) => Promise<T | null>;
}

/** State of a form's auth calls: the last failure and the captcha. */
export function useAttempt(): Attempt {
  const captcha = useCaptcha();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  return {
    failure,
    captcha,
    async attempt(call) {
      setFailure(null);
      const options = captcha.options();
      if (!options) {
        setFailure({ codes: ['captcha_unavailable'] });
        return null;
      }
      // The auth client's script may fail to load; its calls do not throw.
      const answer = await call(options).catch(() => null);
      if (!answer) {
        setFailure({ codes: ['network'] });
        return null;
      }
      captcha.renew();
      if (!answer.error) return answer;
      setFailure(authFailure(answer.error));
      return null;
    },
  };
}
