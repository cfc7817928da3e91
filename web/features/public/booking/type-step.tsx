import { useTranslation } from 'react-i18next';
import { ContactList } from './from-rare-pages.ts';
import { studioHref } from '../routes.ts';
import type { BookingTypes } from './booking-api.ts';
import { StepLink } from './step-link.tsx';
import { StepPage, type StepLayoutProps } from './step-page.tsx';
import { TypeList } from './type-list.tsx';

interface TypeStepProps extends StepLayoutProps {
  offer: BookingTypes;
  /** Somebody asked for a kind of session that is not there (any more). */
  gone: boolean;
}

/** First step: which kind of session. */
export function TypeStep({ site, studio, offer, gone }: TypeStepProps) {
  const { t } = useTranslation('booking');
  const { types, currency, pageText } = offer;
  return (
    <StepPage site={site} studio={studio} title={t('types.title')}>
      {gone && <output className="text-danger">{t('types.gone')}</output>}
      {pageText && <p className="measure text-lead whitespace-pre-line">{pageText}</p>}
      {types.length > 0 ? (
        <TypeList site={site} types={types} currency={currency} heading="h2" link={StepLink} />
      ) : (
        <>
          <p className="measure text-lead text-soft">{t('types.none', { studio: studio.name })}</p>
          <ContactList studio={studio} />
        </>
      )}
      <p>
        <a href={studioHref(site)} className="thumb text-soft underline">
          {t('back.studio', { studio: studio.name })}
        </a>
      </p>
    </StepPage>
  );
}
