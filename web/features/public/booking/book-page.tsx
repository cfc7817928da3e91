import { useState } from 'react';
import type { OwnBooking } from '#core/api/booking.ts';
import type { StudioSite } from '../routes.ts';
import { go } from './address.ts';
import type { BookingApi, BookingTypes } from './booking-api.ts';
import { DetailsStep } from './details-step.tsx';
import { forgetDetails, keepDetails, readDetails } from './kept.ts';
import { TimeStep } from './time-step.tsx';
import { typeHref } from './type-list.tsx';
import { TypeStep } from './type-step.tsx';
import { useHold } from './use-hold.ts';
import { useZones } from './use-zones.ts';

interface BookPageProps {
  site: StudioSite;
  offer: BookingTypes;
  api: BookingApi;
  query: URLSearchParams;
  onBooked: (booking: OwnBooking, link: string, email: string) => void;
}

const startHref = (site: StudioSite, typeId: string, start: number) => `${typeHref(site, typeId)}&start=${start}`;

/** The three steps of booking: what, when, who. The address says which: `/book`, `?type=…`, `?type=…&start=…`. */
export function BookPage({ site, offer, api, query, onBooked }: BookPageProps) {
  const { studio } = offer;
  const { slug } = studio;
  const zones = useZones(studio.timeZone);
  const [details, setDetails] = useState(() => readDetails(slug));
  const typeId = query.get('type');
  const type = offer.types.find(({ id }) => id === typeId);
  const start = Number(query.get('start'));
  const holding = useHold(api, slug, !type ? 'type' : start > 0 ? 'details' : 'time');
  const frame = { site, studio };
  if (!type) return <TypeStep {...frame} offer={offer} gone={typeId !== null} />;
  const common = { ...frame, api, offer, type, holding, zones };
  if (!(start > 0)) return <TimeStep {...common} detailsHref={(at) => startHref(site, type.id, at)} />;
  const booked = (booking: OwnBooking, link: string) => {
    forgetDetails(slug);
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
        keepDetails(slug, changed);
      }}
      onOther={(at) => go(startHref(site, type.id, at), { replace: true })}
      onBooked={booked}
    />
  );
}
