import { useTranslation } from 'react-i18next';

/** The sentence for an auth code, whatever the service sends. */
export function AuthError({ code }: { code: string }) {
  const { t } = useTranslation('errors');
  return <>{t(code as 'unknown', { defaultValue: t('unknown') })}</>;
}
