import type { AuthError } from '@supabase/auth-js';
import type { AuthClient } from '#web/lib/auth/auth-client.ts';
import { beginAuthFlow } from '#web/lib/auth/auth-flows.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';

/** Kinds of mails with a link: confirm an account, sign in, reset a password. */
export const MAIL_KINDS = ['confirm', 'link', 'forgot'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Target of recovery links. */
const RESET_PATH = '/reset-password';
const LOGIN_PATH = '/login';

/**
 * Returns the URL that a link or provider redirects to. It contains the kind, since the auth service's error does not
 * say what failed.
 * @param next path after signing in
 */
export function redirectUrl(from: { link: MailKind } | { provider: string }, next: string): string {
  const address = new URL(LOGIN_PATH, location.origin);
  address.search = new URLSearchParams({ ...from, next }).toString();
  return address.href;
}

export interface MailRequest {
  kind: MailKind;
  email: string;
  /** Path after the link. */
  next: string;
}

/** Requests a mail with a link. The service's response is the same for unknown addresses. */
export async function requestMail(
  loadClient: () => Promise<AuthClient>,
  { kind, email, next }: MailRequest,
  captcha: { captchaToken?: string },
): Promise<{ error: AuthError | null }> {
  const emailRedirectTo = redirectUrl({ link: kind }, next);
  beginAuthFlow({ email });
  const client = await loadClient();
  switch (kind) {
    case 'confirm':
      return client.resend({ type: 'signup', email, options: { emailRedirectTo, ...captcha } });
    case 'link':
      // Creates an account for an unknown address, with the current language for its mails.
      return client.signInWithOtp({
        email,
        options: { emailRedirectTo, data: { language: currentLanguage() }, ...captcha },
      });
    case 'forgot':
      return client.resetPasswordForEmail(email, { redirectTo: location.origin + RESET_PATH, ...captcha });
  }
}
