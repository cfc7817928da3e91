import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import type { ArrivingSession } from '#web/lib/auth/arriving-session.ts';
import { beginAuthFlow } from '#web/lib/auth/auth-flows.ts';
import { cleanPath } from '#web/lib/auth/auth-redirect.ts';

interface ContinueAsPageProps {
  brand: ReactNode;
  /** The session in the address. */
  arriving: ArrivingSession;
  /** Name of who is signed in; null for nobody. */
  current: string | null;
}

/**
 * Asks before an address signs a person in that they may not have asked for. Both answers reload the page: with the
 * session, which the auth client then reads from the address as usual, or without it.
 */
export function ContinueAsPage({ brand, arriving, current }: ContinueAsPageProps) {
  const { t } = useTranslation('auth');
  const name = arriving.name || t('continueAs.unnamed');
  const accept = () => {
    beginAuthFlow({ userId: arriving.userId });
    location.reload();
  };
  const refuse = () => {
    history.replaceState(null, '', cleanPath(location));
    location.reload();
  };
  return (
    <NarrowPage
      brand={brand}
      title={t('continueAs.title', { name })}
      intro={current === null ? t('continueAs.signedOut', { name }) : t('continueAs.signedIn', { name, current })}
    >
      <p>{t('continueAs.warning')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={accept}>
          {t('continueAs.act')}
        </Button>
        <Button onClick={refuse}>{current === null ? t('continueAs.leave') : t('continueAs.stay')}</Button>
      </div>
    </NarrowPage>
  );
}
