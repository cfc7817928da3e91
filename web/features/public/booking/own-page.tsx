import type { ManagedBooking } from '#core/api/booking.ts';
import { navigateStep } from './address.ts';
import type { BookingApi } from './booking-api.ts';
import { CancelStep } from './cancel-step.tsx';
import { RescheduleStep } from './move-step.tsx';
import { manageBookingHref } from './own-address.ts';
import { ManageBookingOverview } from './own-overview.tsx';
import type { StepLayoutProps } from './step-page.tsx';
import { useTimeZones } from './use-zones.ts';

interface ManageBookingPageProps extends StepLayoutProps {
  api: BookingApi;
  token: string;
  query: URLSearchParams;
  booking: ManagedBooking;
  onChange: (booking: ManagedBooking) => void;
}

/** A booking, and what can be done with it: `?step=time` moves it, `?step=cancel` ends it. */
export function ManageBookingPage({ site, studio, api, token, query, booking, onChange }: ManageBookingPageProps) {
  const zones = useTimeZones(studio.timeZone);
  const step = query.get('step');
  const common = { site, studio, api, token, booking, zones };
  const changed = (state?: object) => (now: ManagedBooking) => {
    onChange(now);
    navigateStep(manageBookingHref(site, token), { replace: true, ...(state && { state }) });
  };
  if (step === 'time' && booking.canChange && booking.sessionTypeId !== null) {
    return <RescheduleStep {...common} start={Number(query.get('start'))} onMoved={changed({ moved: true })} />;
  }
  if (step === 'cancel' && booking.canChange) return <CancelStep {...common} onCancelled={changed()} />;
  return <ManageBookingOverview {...common} />;
}
