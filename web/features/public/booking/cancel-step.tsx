import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/booking.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { useFailureText } from '../use-failure-text.ts';
import type { BookingApi } from './booking-api.ts';
import { DefinitionList } from './facts.tsx';
import { manageBookingHref } from './own-address.ts';
import { SlotText } from './slot-text.tsx';
import { StepLink } from './step-link.tsx';
import { StepPage, type StepLayoutProps } from './step-page.tsx';
import type { TimeZones } from './use-zones.ts';

interface CancelStepProps extends StepLayoutProps {
  api: BookingApi;
  token: string;
  booking: ManagedBooking;
  zones: TimeZones;
  onCancelled: (booking: ManagedBooking) => void;
}

/** As core/api/booking.ts has it. */
const MAX_REASON = 1000;

/** Asks once: it cannot be taken back, the time is somebody else's at once. */
export function CancelStep({ site, studio, api, token, booking, zones, onCancelled }: CancelStepProps) {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const [reason, setReason] = useState('');
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const asked = booking.status === 'inquiry';
  const cancel = async () => {
    setSending(true);
    setRefusal(null);
    try {
      onCancelled(await api.cancel(token, reason.trim()));
    } catch (error) {
      setRefusal(error);
      setSending(false);
    }
  };
  return (
    <StepPage
      site={site}
      studio={studio}
      title={asked ? t('cancelling.withdrawTitle') : t('cancelling.title')}
      back={{ href: manageBookingHref(site, token), label: t('back.booking') }}
    >
      <p className="measure text-lead text-soft">{t('cancelling.text')}</p>
      <DefinitionList
        rows={[
          [t('facts.what'), booking.type],
          [t('facts.when'), <SlotText key="when" slot={booking} zones={zones} />],
        ]}
      />
      <Field label={t('cancelling.reason')} hint={t('cancelling.reasonHint')} optional>
        <Textarea value={reason} maxLength={MAX_REASON} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {refusal !== null && <Banner tone="danger">{failureText(refusal)}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" loading={sending} onClick={() => void cancel()}>
          {asked ? t('cancelling.withdraw') : t('cancelling.confirm')}
        </Button>
        <StepLink href={manageBookingHref(site, token)} className={buttonClass()}>
          {t('cancelling.keep')}
        </StepLink>
      </div>
    </StepPage>
  );
}
