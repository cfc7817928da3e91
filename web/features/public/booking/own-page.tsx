import type { OwnBooking } from '#core/api/booking.ts';
import { go } from './address.ts';
import type { BookingApi } from './booking-api.ts';
import { CancelStep } from './cancel-step.tsx';
import { MoveStep } from './move-step.tsx';
import { ownHref } from './own-address.ts';
import { OwnOverview } from './own-overview.tsx';
import type { Frame } from './step-page.tsx';
import { useZones } from './use-zones.ts';

interface OwnPageProps extends Frame {
  api: BookingApi;
  token: string;
  query: URLSearchParams;
  booking: OwnBooking;
  onChange: (booking: OwnBooking) => void;
}

/** A booking, and what can be done with it: `?step=time` moves it, `?step=cancel` ends it. */
export function OwnPage({ site, studio, api, token, query, booking, onChange }: OwnPageProps) {
  const zones = useZones(studio.timeZone);
  const step = query.get('step');
  const common = { site, studio, api, token, booking, zones };
  const changed = (state?: object) => (now: OwnBooking) => {
    onChange(now);
    go(ownHref(site, token), { replace: true, ...(state && { state }) });
  };
  if (step === 'time' && booking.canChange && booking.sessionTypeId !== null) {
    return <MoveStep {...common} start={Number(query.get('start'))} onMoved={changed({ moved: true })} />;
  }
  if (step === 'cancel' && booking.canChange) return <CancelStep {...common} onCancelled={changed()} />;
  return <OwnOverview {...common} />;
}
