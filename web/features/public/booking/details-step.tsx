import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookableType, PublicSlot } from '#core/api/booking.ts';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { cancellationSteps, stepsAhead } from '#core/domain/payments/cancellation-terms.ts';
import { rightToWithdraw } from '#core/domain/payments/withdrawal-terms.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { leavePage } from '#web/lib/browser/leave-page.ts';
import { useOnline } from '#web/lib/sync/use-online.ts';
import { WithdrawalTerms } from '../shell/order-lines.tsx';
import { useFailureText } from '../shell/failure.ts';
import { typeHref } from './bookable-types.tsx';
import type { BookingApi, BookingTypes } from './booking-api.ts';
import type { Details } from './booking-storage.ts';
import { type DetailsErrors, DetailsForm, rejectedFields } from './details-form.tsx';
import { CancellationRuleText } from './cancellation.tsx';
import { priceText } from './format.ts';
import { HoldTimer } from './hold-timer.tsx';
import { NextSlots, nextSlotsFromError, SlotText } from './times/next-slots.tsx';
import { DefinitionList, type StepLayoutProps, StepLink, StepPage } from './step-page.tsx';
import type { TimeZones } from './times/time-zones.ts';
import type { HoldControl } from './use-hold.ts';

interface DetailsStepProps extends StepLayoutProps {
  api: BookingApi;
  offer: BookingTypes;
  type: BookableType;
  start: number;
  holding: HoldControl;
  zones: TimeZones;
  details: Details;
  onDetails: (details: Details) => void;
  onOther: (start: number) => void;
  onBooked: (booking: ManagedBooking, link: string) => void;
}

/** Third step: enter contact details while the slot is held. Input is kept even if the hold expires. */
export function DetailsStep(props: DetailsStepProps) {
  const { site, studio, api, offer, type, start, holding, zones, details, onDetails, onOther, onBooked } = props;
  const { t } = useTranslation(['booking', 'public']);
  const language = useLanguage();
  const format = useFormat({ currency: offer.currency });
  const failureText = useFailureText();
  const online = useOnline();
  const [sending, setSending] = useState(false);
  const [pending, setPending] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [refused, setRefused] = useState<DetailsErrors | null>(null);
  const [now] = useState(Date.now);
  const { take, forget } = holding;
  const hold = holding.hold?.sessionTypeId === type.id && holding.hold.slot.start === start ? holding.hold : null;

  const keep = async (newStart: number) => {
    setPending(newStart);
    setRefusal(null);
    try {
      const newHold = await take(type.id, newStart);
      if (newHold && newStart !== start) onOther(newStart);
    } catch (error) {
      setRefusal(error);
    } finally {
      setPending(null);
    }
  };
  // A visitor may arrive by Forward, by a link or in a new tab: then no slot is held yet.
  const hasRequestedHold = useRef(hold !== null);
  useEffect(() => {
    if (hasRequestedHold.current) return;
    hasRequestedHold.current = true;
    void keep(start);
  });
  const book = async () => {
    let isLeaving = false;
    setSending(true);
    setRefusal(null);
    setRefused(null);
    try {
      const held = hold ?? (await take(type.id, start));
      if (!held) return;
      const { address, secondName, secondEmail, ...typed } = details;
      const second = type.asksSecondPerson && secondName.trim() && { secondName, secondEmail };
      const client = { ...typed, ...(type.needsAddress && { address }), ...second, language };
      const request = { hold: held.token, slot: { sessionTypeId: type.id, start }, client };
      if (type.payNow !== null) {
        const { url, expiresAt } = await holding.use(() => api.checkout(request));
        holding.extend(expiresAt);
        isLeaving = true;
        leavePage(url, () => setSending(false));
        return;
      }
      const { booking, link } = await holding.use(() => api.book(request));
      onBooked(booking, link);
    } catch (error) {
      if (nextSlotsFromError(error)) forget();
      setRefused(rejectedFields(error));
      setRefusal(error);
    } finally {
      if (!isLeaving) setSending(false);
    }
  };
  // Also a request is an order: it needs no second act of the client to become a booking that is owed.
  const costs = (type.price ?? 0) > 0 || type.payNow !== null;
  const rules = { isDated: true, offersDated: offer.offersDated };
  const right = rightToWithdraw({ source: 'price', withdrawal: null }, rules);
  const next = nextSlotsFromError(refusal);
  const slot: PublicSlot = hold?.slot ?? { start, end: start + type.duration * MINUTE_MS, seatsLeft: 1, place: '' };
  return (
    <StepPage
      site={site}
      studio={studio}
      title={t('details.title')}
      back={{ href: typeHref(site, type.id), label: t('back.times') }}
    >
      {next ? (
        <>
          <NextSlots
            refusal={refusal}
            slots={next}
            zones={zones}
            pending={pending}
            onPick={({ start: wanted }) => void keep(wanted)}
          />
          <p>
            <StepLink href={typeHref(site, type.id)} className="thumb underline">
              {t('taken.all')}
            </StepLink>
          </p>
        </>
      ) : (
        <div className="flex flex-col gap-4">
          <DefinitionList
            rows={[
              [t('facts.what'), `${textsIn(type, language).name} · ${format.duration(type.duration, false)}`],
              [t('facts.when'), <SlotText key="when" slot={slot} zones={zones} />],
              [t('facts.where'), slot.place],
              [t('facts.price'), priceText(type.price, format)],
              [t('facts.deposit'), type.payNow === null ? priceText(type.deposit, format) : ''],
              [
                t(type.payNow !== null && type.payNow === type.deposit ? 'facts.depositNow' : 'facts.payNow'),
                priceText(type.payNow, format),
              ],
            ]}
          />
          <HoldTimer hold={hold} taking={pending !== null} onAgain={() => void keep(start)} />
        </div>
      )}
      {type.cancellation && !next && (
        <CancellationRuleText
          steps={stepsAhead(
            cancellationSteps(type.cancellation, {
              startsAt: slot.start,
              price: type.price ?? 0,
              deposit: type.deposit ?? 0,
            }),
            now,
          )}
          currency={type.price === null ? null : offer.currency}
          zones={zones}
        />
      )}
      {!next && costs && <WithdrawalTerms rights={[{ right, titles: [] }]} studio={studio.name} />}
      {type.payNow !== null && <p className="measure">{t('details.payNow')}</p>}
      {type.requiresApproval && <p className="measure">{t('details.approval', { studio: studio.name })}</p>}
      <DetailsForm
        studio={studio}
        details={details}
        needsAddress={type.needsAddress}
        asksSecondPerson={type.asksSecondPerson}
        onDetails={(changed) => {
          setRefused(null);
          onDetails(changed);
        }}
        refused={refused}
        action={t(costs ? 'public:orderButton' : type.requiresApproval ? 'details.ask' : 'details.book')}
        sending={sending}
        canSend={next === null}
        onSend={() => void book()}
      >
        {!online && refusal === null && (
          <Banner tone="warning" title={t('details.offline')}>
            {t('details.offlineText')}
          </Banner>
        )}
        {refusal !== null && !next && !refused && (
          <Banner tone="danger" title={t('details.failed')}>
            {`${failureText(refusal)} ${t('details.kept')}`}
          </Banner>
        )}
      </DetailsForm>
    </StepPage>
  );
}
