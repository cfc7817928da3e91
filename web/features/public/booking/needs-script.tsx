import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { ContactList } from '../shell/contact-list.tsx';

/** Says without scripts how to reach the studio; invisible otherwise. */
export function NeedsScript({ studio }: { studio: PublicStudio | null }) {
  const { t } = useTranslation('booking');
  return (
    <div className="hidden flex-col gap-4 noscript:flex">
      <p>{t('needsScript')}</p>
      {studio && <ContactList studio={studio} />}
    </div>
  );
}
