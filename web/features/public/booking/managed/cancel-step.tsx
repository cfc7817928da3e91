import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { isFailure, useFailureText } from '../../shell/failure.ts';
import { WithdrawalNote } from '../../shell/order-lines.tsx';
import type { BookingApi } from '../booking-api.ts';
import { SlotText } from '../times/next-slots.tsx';
import { CancellationTermsText } from '../cancellation.tsx';
import { manageBookingHref, withdrawalHref } from '../step-navigation.ts';
import { DefinitionList, type StepLayoutProps, StepLink, StepPage } from '../step-page.tsx';
import type { TimeZones } from '../times/time-zones.ts';

interface CancelStepProps extends StepLayoutProps {
  api: BookingApi;
  token: string;
  booking: ManagedBooking;
  zones: TimeZones;
  onCancelled: (booking: ManagedBooking) => void;
  /** Reads the booking again. */
  onChanged: () => Promise<void>;
}

/** Maximum length of the reason, as in core/api/booking.ts. */
const MAX_REASON = 1000;

/** True if cancelling may cost what a withdrawal from the contract, which is still possible, would give back. */
const withdrawsForMore = ({ withdrawal, paid, cancellation }: ManagedBooking): boolean =>
  withdrawal?.state === 'open' && paid > 0 && (cancellation?.terms?.kept ?? paid) > 0;

/** Asks for confirmation: a cancellation cannot be undone because the time becomes free immediately. */
export function CancelStep({ site, studio, api, token, booking, zones, onCancelled, onChanged }: CancelStepProps) {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const [reason, setReason] = useState('');
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const isInquiry = booking.status === 'inquiry';
  const cancel = async () => {
    setSending(true);
    setRefusal(null);
    try {
      onCancelled(await api.cancel(token, { reason: reason.trim(), returned: booking.cancellation?.terms?.returned }));
    } catch (error) {
      setRefusal(error);
      setSending(false);
      // The page shows the amounts that apply now.
      if (isFailure(error, 'cancellation_changed')) await onChanged().catch(() => undefined);
    }
  };
  return (
    <StepPage
      site={site}
      studio={studio}
      title={isInquiry ? t('cancelling.withdrawTitle') : t('cancelling.title')}
      back={{ href: manageBookingHref(site, token), label: t('back.booking') }}
    >
      <p className="measure text-lead text-soft">{t('cancelling.text')}</p>
      <DefinitionList
        rows={[
          [t('facts.what'), booking.type],
          [t('facts.when'), <SlotText key="when" slot={booking} zones={zones} />],
        ]}
      />
      {!isInquiry && <CancellationTermsText booking={booking} studio={studio.name} zones={zones} />}
      {withdrawsForMore(booking) && (
        <WithdrawalNote
          state={booking.withdrawal}
          href={withdrawalHref(studio.slug, token)}
          studio={studio.name}
          zone={zones.studio}
        />
      )}
      <Field label={t('cancelling.reason')} hint={t('cancelling.reasonHint')} optional>
        <Textarea value={reason} maxLength={MAX_REASON} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {refusal !== null && <Banner tone="danger">{failureText(refusal)}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" loading={sending} onClick={() => void cancel()}>
          {isInquiry ? t('cancelling.withdraw') : t('cancelling.confirm')}
        </Button>
        <StepLink href={manageBookingHref(site, token)} className={buttonClass()}>
          {t('cancelling.keep')}
        </StepLink>
      </div>
    </StepPage>
  );
}
