import { useState } from 'react';
import type { ManagedBooking } from '#core/api/booking.ts';
import type { StudioSite } from '../routes.ts';
import { navigateStep } from './address.ts';
import type { BookingApi, BookingTypes } from './booking-api.ts';
import { DetailsStep } from './details-step.tsx';
import { clearDetails, storeDetails, readDetails } from './kept.ts';
import { TimeStep } from './time-step.tsx';
import { typeHref } from './type-list.tsx';
import { TypeStep } from './type-step.tsx';
import { useHold } from './use-hold.ts';
import { useTimeZones } from './use-zones.ts';

interface BookingStepsProps {
  site: StudioSite;
  offer: BookingTypes;
  api: BookingApi;
  query: URLSearchParams;
  onBooked: (booking: ManagedBooking, link: string, email: string) => void;
}

const startHref = (site: StudioSite, typeId: string, start: number) => `${typeHref(site, typeId)}&start=${start}`;

/** The three steps of booking: what, when, who. The address says which: `/book`, `?type=…`, `?type=…&start=…`. */
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
