import type { AuthError } from '@supabase/supabase-js';
import { useState } from 'react';
import { type AuthFailure, authFailure } from '#web/lib/auth/auth-client.ts';
import { type Captcha, useCaptcha } from './captcha.tsx';

export interface Attempt {
  /** Why the last try failed; null while one is under way, or none did. */
  failure: AuthFailure | null;
  /** Tells a failure that no call brought. */
  fail: (code: string) => void;
  captcha: Captcha;
  /** Makes a call of the auth client, with the captcha's token where there is one. Null when it failed. */
  attempt: <T extends { error: AuthError | null }>(
    call: (captcha: { captchaToken?: string }) => Promise<T>,
  ) => Promise<T | null>;
}

/** One try after another of what a form is for. */
export function useAttempt(): Attempt {
  const captcha = useCaptcha();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const fail = (code: string) => setFailure({ codes: [code] });
  return {
    failure,
    fail,
    captcha,
    async attempt(call) {
      setFailure(null);
      const options = captcha.options();
      if (!options) {
        fail('captcha_unavailable');
        return null;
      }
      const answer = await call(options);
      captcha.renew();
      if (!answer.error) return answer;
      setFailure(authFailure(answer.error));
      return null;
    },
  };
}
