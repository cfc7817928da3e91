import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The sentence for a code of the auth service or of the API: these screens' own where they have one. */
export function useAuthErrorText(): (code: string) => string {
  const { t } = useTranslation(['security', 'errors']);
  return useCallback(
    (code) => {
      const general = t(`errors:${code as 'unknown'}`, { defaultValue: t('errors:unknown') });
      return t(`problems.${code as 'insufficient_aal'}`, { defaultValue: general });
    },
    [t],
  );
}
