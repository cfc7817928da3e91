import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '#web/lib/auth/auth-session.tsx';

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

/** An act's outcome: null when it is done, otherwise a code. */
export type AuthAction = () => Promise<string | null>;

/**
 * Carries out what the auth service may want the second step for. One that is refused for it, as after a device was set
 * up elsewhere, has the session fetched anew: with the person's factors the app asks for a code before anything else.
 * Refusals of our API are followed by its client.
 */
export function useWithMfa(): (act: AuthAction) => Promise<string | null> {
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
