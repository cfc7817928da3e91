import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookableType, PublicSlot } from '#core/api/booking.ts';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { useFailureText } from '../shell/failure.ts';
import { bookHref, studioHref, type StudioSite } from '../shell/routes.ts';
import { TypeDetails, typeHref, TypeList } from './bookable-types.tsx';
import type { BookingApi, BookingTypes } from './booking-api.ts';
import { clearDetails, readDetails, storeDetails } from './booking-storage.ts';
import { DetailsStep } from './details-step.tsx';
import { ContactList } from '../shell/contact-list.tsx';
import { Portrait, StudioBand, TypePicture } from '../shell/studio-photo.tsx';
import { NeedsScript } from './needs-script.tsx';
import { navigateStep } from './step-navigation.ts';
import { type StepLayoutProps, StepLink, StepPage } from './step-page.tsx';
import { NextSlots, nextSlotsFromError } from './times/next-slots.tsx';
import { TimePicker } from './times/time-picker.tsx';
import { type TimeZones, useTimeZones } from './times/time-zones.ts';
import { type HoldControl, useHold } from './use-hold.ts';

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
      <StudioBand studio={studio} />
      {gone && <output className="text-danger">{t('types.gone')}</output>}
      {(pageText || studio.profilePhoto) && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Portrait studio={studio} />
          {pageText && <p className="measure min-w-0 flex-1 basis-64 text-lead whitespace-pre-line">{pageText}</p>}
        </div>
      )}
      {types.length > 0 ? (
        <TypeList {...{ site, studio, types, currency }} heading="h2" link={StepLink} />
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

interface TimeStepProps extends StepLayoutProps {
  api: BookingApi;
  offer: BookingTypes;
  type: BookableType;
  holding: HoldControl;
  zones: TimeZones;
  /** Returns the URL of the next step. */
  detailsHref: (start: number) => string;
}

/** Second step: choose a slot. The slot is held before the form asks for details. */
function TimeStep({ site, studio, api, offer, type, holding, zones, detailsHref }: TimeStepProps) {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const [pending, setPending] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  /** Incremented when the shown slots are outdated, to load them again. */
  const [round, setRound] = useState(0);
  const source = useCallback((from: number, to: number) => api.slots(type.id, from, to), [api, type.id]);
  const { take } = holding;
  // After a conflict the new answer is authoritative about a released slot.
  const ownHold = holding.hold ?? (round === 0 ? holding.given : null);
  const own = ownHold?.sessionTypeId === type.id ? ownHold : null;
  const [picked, setPicked] = useState(own?.slot.start ?? null);
  const pick = async (slot: PublicSlot) => {
    if (pending !== null) return;
    setRefusal(null);
    setPending(slot.start);
    setPicked(slot.start);
    try {
      if (await take(type.id, slot.start)) navigateStep(detailsHref(slot.start));
    } catch (error) {
      setRefusal(error);
      if (nextSlotsFromError(error)) setRound(round + 1);
    } finally {
      setPending(null);
    }
  };
  const next = nextSlotsFromError(refusal);
  const onPick = (slot: PublicSlot) => void pick(slot);
  return (
    <StepPage
      site={site}
      studio={studio}
      wide
      title={t('times.title')}
      back={{ href: bookHref(site), label: t('back.types') }}
    >
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
        <TypePicture type={type} studio={studio} size="page" />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-lead font-semibold wrap-anywhere">{textsIn(type, currentLanguage()).name}</p>
          <TypeDetails type={type} currency={offer.currency} />
        </div>
      </div>
      {next && <NextSlots refusal={refusal} slots={next} zones={zones} pending={pending} onPick={onPick} />}
      {refusal !== null && !next && <Banner tone="danger">{failureText(refusal)}</Banner>}
      <TimePicker
        key={round}
        studio={studio}
        source={source}
        accountId={offer.accountId}
        horizonDays={offer.horizonDays}
        zones={zones}
        own={own}
        near={picked}
        pending={pending}
        onPick={onPick}
      />
    </StepPage>
  );
}
