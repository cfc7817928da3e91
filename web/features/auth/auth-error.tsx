import { useTranslation } from 'react-i18next';
import type { AuthFailure } from '#web/lib/auth/auth-failure.ts';

/** The text of an auth failure: a sentence per error code, or the generic one for an unknown code. */
export function AuthErrorText({ failure: { codes, seconds } }: { failure: AuthFailure }) {
  const { t } = useTranslation(['auth', 'errors']);
  if (seconds !== undefined && codes[0] === 'over_email_send_rate_limit') return t('waitSeconds', { count: seconds });
  const sentences = codes.map((code) => t(`errors:${code as 'unknown'}`, { defaultValue: t('errors:unknown') }));
  if (sentences.length === 1) return sentences[0];
  return (
    <ul className="flex flex-col gap-1">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
