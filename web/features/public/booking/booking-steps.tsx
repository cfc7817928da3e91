import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/booking.ts';
import { studioHref, type StudioSite } from '../shell/routes.ts';
import { typeHref, TypeList } from './bookable-types.tsx';
import type { BookingApi, BookingTypes } from './booking-api.ts';
import { clearDetails, readDetails, storeDetails } from './booking-storage.ts';
import { DetailsStep } from './details-step.tsx';
import { ContactList, Portrait } from './lazy-shared.tsx';
import { NeedsScript } from './needs-script.tsx';
import { navigateStep } from './step-navigation.ts';
import { type StepLayoutProps, StepLink, StepPage } from './step-page.tsx';
import { TimeStep } from './time-step.tsx';
import { useTimeZones } from './time-zones.ts';
import { useHold } from './use-hold.ts';

interface TypeStepProps extends StepLayoutProps {
  offer: BookingTypes;
  /** True if the URL names a session type that cannot be booked. */
  gone: boolean;
}

/** First step: choose the session type. */
function TypeStep({ site, studio, offer, gone }: TypeStepProps) {
  const { t } = useTranslation('booking');
  const { types, currency, pageText } = offer;
  return (
    <StepPage site={site} studio={studio} title={t('types.title')}>
      <NeedsScript studio={studio} />
      {gone && <output className="text-danger">{t('types.gone')}</output>}
      {(pageText || studio.profilePhoto) && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Portrait studio={studio} />
          {pageText && <p className="measure min-w-0 flex-1 basis-64 text-lead whitespace-pre-line">{pageText}</p>}
        </div>
      )}
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

interface BookingStepsProps {
  site: StudioSite;
  offer: BookingTypes;
  api: BookingApi;
  query: URLSearchParams;
  onBooked: (booking: ManagedBooking, link: string, email: string) => void;
}

const startHref = (site: StudioSite, typeId: string, start: number) => `${typeHref(site, typeId)}&start=${start}`;

/** Renders one of the three booking steps by URL: `/book`, `?type=…`, `?type=…&start=…`. */
export function BookingSteps({ site, offer, api, query, onBooked }: BookingStepsProps) {
  const { studio } = offer;
  const { slug } = studio;
  const zones = useTimeZones(studio.timeZone);
  const [details, setDetails] = useState(() => readDetails(slug));
  const typeId = query.get('type');
  const type = offer.types.find(({ id }) => id === typeId);
  const start = Number(query.get('start'));
  const holding = useHold(api, slug, !type ? 'type' : start > 0 ? 'details' : 'time');
  const frame = { site, studio };
  if (!type) return <TypeStep {...frame} offer={offer} gone={typeId !== null} />;
  const common = { ...frame, api, offer, type, holding, zones };
  if (!(start > 0)) return <TimeStep {...common} detailsHref={(at) => startHref(site, type.id, at)} />;
  const booked = (booking: ManagedBooking, link: string) => {
    clearDetails(slug);
    holding.forget();
    onBooked(booking, link, details.email.trim());
  };
  return (
    <DetailsStep
      {...common}
      start={start}
      details={details}
      onDetails={(changed) => {
        setDetails(changed);
        storeDetails(slug, changed);
      }}
      onOther={(at) => navigateStep(startHref(site, type.id, at), { replace: true })}
      onBooked={booked}
    />
  );
}
