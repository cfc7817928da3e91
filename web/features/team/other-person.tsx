import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';

interface OtherPersonProps {
  brand: ReactNode;
  home: string;
  invited: string;
  own: string;
  onSignOut: () => Promise<void>;
}

/** The invitation waits for another e-mail than the one somebody is signed in with. */
export function OtherPerson({ brand, home, invited, own, onSignOut }: OtherPersonProps) {
  const { t } = useTranslation('team');
  const [leaving, setLeaving] = useState(false);
  const signOut = () => {
    setLeaving(true);
    void onSignOut();
  };
  return (
    <NarrowPage
      brand={brand}
      title={t('join.other.title')}
      intro={<span className="wrap-anywhere">{t('join.other.text', { invited, own })}</span>}
    >
      <p className="wrap-anywhere text-soft">{t('join.other.next', { invited, own })}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={leaving} onClick={signOut}>
          {t('join.other.signOut')}
        </Button>
        <Link to={home} className={buttonClass({ variant: 'quiet' })}>
          {t('join.other.stay')}
        </Link>
      </div>
    </NarrowPage>
  );
}
