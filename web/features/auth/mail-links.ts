import type { AuthError } from '@supabase/supabase-js';
import type { AuthClient } from '#web/lib/auth/auth-client.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';

/** What a mail with a link is for: to confirm a new account, to sign in, to choose a new password. */
export const MAIL_KINDS = ['confirm', 'link', 'forgot'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Where a recovery link leads (spec §7). */
const RESET_PATH = '/reset-password';
const LOGIN_PATH = '/login';

/**
 * Where a link or a provider leads back to. It names itself, so that one that fails can be answered: the auth service
 * says why it failed, but not what it was.
 * @param next the path to go on to
 */
export function redirectUrl(from: { link: MailKind } | { provider: string }, next: string): string {
  const address = new URL(LOGIN_PATH, location.origin);
  address.search = new URLSearchParams({ ...from, next }).toString();
  return address.href;
}

export interface MailRequest {
  kind: MailKind;
  email: string;
  /** The path that its link leads to in the end. */
  next: string;
}

/** Asks for a mail. The service answers the same whether it knows the address or not. */
export function requestMail(
  client: AuthClient,
  { kind, email, next }: MailRequest,
  captcha: { captchaToken?: string },
): Promise<{ error: AuthError | null }> {
  const emailRedirectTo = redirectUrl({ link: kind }, next);
  switch (kind) {
    case 'confirm':
      return client.resend({ type: 'signup', email, options: { emailRedirectTo, ...captcha } });
    case 'link':
      // Somebody new gets an account this way, and mails in their language.
      return client.signInWithOtp({
        email,
        options: { emailRedirectTo, data: { language: currentLanguage() }, ...captcha },
      });
    case 'forgot':
      return client.resetPasswordForEmail(email, { redirectTo: location.origin + RESET_PATH, ...captcha });
  }
}
