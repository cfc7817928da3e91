import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '#web/lib/auth/auth-session.tsx';

/**
 * Returns a function that describes an error code of the auth service or the API. Prefers the texts of these screens.
 */
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

/** An action that resolves to null on success, otherwise to an error code. */
export type AuthAction = () => Promise<string | null>;

/**
 * Returns a function that runs actions which may require the second factor. On such a refusal, e.g. after a device was
 * added elsewhere, it reloads the session, and the app then asks for a code. The API client handles refusals of our own
 * API.
 */
export function useWithMfa(): (action: AuthAction) => Promise<string | null> {
  const { renew } = useAuth();
  return useCallback(
    async (act) => {
      const failure = await act();
      if (failure === 'insufficient_aal') await renew();
      return failure;
    },
    [renew],
  );
}
