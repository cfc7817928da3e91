import { useTranslation } from 'react-i18next';
import { ConsentChoice } from '#web/components/layout/consent-choice.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { useConsent } from '#web/lib/reporting/consent.tsx';

/** Withdraws or gives the consent to statistics and error reports; nothing where there are none. */
export function ConsentSection() {
  const { t } = useTranslation('consent');
  const { status } = useConsent();
  if (status === 'unavailable') return null;
  return (
    <IntroSection title={t('title')} intro={t('text')}>
      <ConsentChoice />
    </IntroSection>
  );
}
