import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';

/** Says without scripts how to reach the studio; invisible otherwise. */
export function NeedsScript({ studio }: { studio: PublicStudio | null }) {
  const { t } = useTranslation('booking');
  const contact = [studio?.email, studio?.phone].filter(Boolean).join(' · ');
  return (
    <p className="hidden wrap-anywhere noscript:block">
      {t('needsScript')} {studio && contact && `${studio.name}: ${contact}`}
    </p>
  );
}
