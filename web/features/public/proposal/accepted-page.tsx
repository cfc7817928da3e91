import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicProposal } from '#core/api/proposals.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { leavePage } from '#web/lib/browser/leave-page.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { PaymentPlan } from '../booking/managed/payment-plan.tsx';
import { PaymentBanner, PaymentOnItsWay } from '../booking/managed/payment-return.tsx';
import { DefinitionList, type StepLayoutProps, StepPage } from '../booking/step-page.tsx';
import { SlotText } from '../booking/times/next-slots.tsx';
import type { TimeZones } from '../booking/times/time-zones.ts';
import { knownClientPage } from '../shell/client-page-link.ts';
import { ContactList } from '../shell/contact-list.tsx';
import { useFailureText } from '../shell/failure.ts';
import { LazyPart } from '../shell/lazy-part.tsx';
import { WithdrawalNote } from '../shell/order-lines.tsx';
import { StudioBand } from '../shell/studio-photo.tsx';
import { acceptedState } from './accepted-state.ts';
import { priceChoice } from './choices.ts';
import { OrderLines } from './order-lines.tsx';
import type { ProposalApi } from './proposal-api.ts';

/** Few studios have it, and its QR code has a library. */
const loadByHand = () => import('../booking/managed/by-hand.tsx');

interface AcceptedPageProps extends StepLayoutProps {
  api: ProposalApi;
  proposal: PublicProposal;
  zones: TimeZones;
  /** What was paid on Stripe's page, of which the visitor comes back; null otherwise. */
  paid: string | null;
  /** Reads the proposal again. */
  ask: () => Promise<void>;
}

/** An accepted proposal: what was ordered, what is to be paid now, and what has arrived. */
export function AcceptedPage({ site, studio, api, proposal, zones, paid, ask }: AcceptedPageProps) {
  const { t } = useTranslation(['proposal', 'booking']);
  const { accepted, currency, lines, session, title } = proposal;
  const format = useFormat({ currency, zone: studio.timeZone });
  const [clientPage] = useState(() => knownClientPage(site));
  const [now] = useState(Date.now);
  if (!accepted) return null;
  const { instalments, payments, byHand, isOnItsWay, signatures } = accepted;
  const state = acceptedState(accepted, now);
  const isWaiting = paid !== null && payments.some(({ item }) => item === paid) && !isOnItsWay;
  const chosen = lines.filter(({ isChosen }) => isChosen).map(({ id }) => id);
  const isUpcoming = accepted.ended === null && session !== null && session.start > now;
  const named = { studio: studio.name, name: accepted.name, date: format.day(accepted.at) };
  return (
    <StepPage
      site={site}
      studio={studio}
      title={t(`accepted.${state}.title`)}
      {...(clientPage !== null && { back: { href: clientPage, label: t('booking:back.client'), isOtherPage: true } })}
    >
      <StudioBand studio={studio} />
      <p className="measure text-lead text-soft">
        {[t(`accepted.${state}.text`, named), isUpcoming && t('accepted.upcoming', named)].filter(Boolean).join(' ')}
      </p>
      {isOnItsWay ? <PaymentOnItsWay /> : paid !== null && <PaymentBanner isWaiting={isWaiting} ask={ask} />}
      {!isWaiting && !isOnItsWay && <Payments api={api} payments={payments} currency={currency} />}
      {byHand && !isOnItsWay && (
        <LazyPart load={loadByHand} wanted>
          {({ ByHand }) => (
            <ByHand ways={byHand} currency={currency} isOnly={payments.length === 0} studio={studio.name} />
          )}
        </LazyPart>
      )}
      {accepted.ended === null && (
        <PaymentPlan plan={instalments} currency={currency} isOnItsWay={isOnItsWay} zones={zones} />
      )}
      {session && (
        <DefinitionList
          rows={[
            [t('facts.what'), session.type],
            [t('facts.when'), <SlotText key="when" slot={session} zones={zones} />],
            [t('facts.where'), session.place],
          ]}
        />
      )}
      <OrderLines price={priceChoice(proposal, chosen)} currency={currency} zone={studio.timeZone} />
      <p className="measure text-caption text-soft">
        {[t('accepted.by', named), signatures !== null && signatures.of > 1 && t('booking:contract.count', signatures)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <WithdrawalNote
        state={accepted.withdrawal}
        href={api.withdrawalHref}
        studio={studio.name}
        zone={studio.timeZone}
      />
      <ContactList studio={studio} subject={t('subject', { title })} orReply />
    </StepPage>
  );
}

interface PaymentsProps {
  api: ProposalApi;
  payments: NonNullable<PublicProposal['accepted']>['payments'];
  currency: string;
}

/** What can be paid by card now; the first is the usual one. */
function Payments({ api, payments, currency }: PaymentsProps) {
  const { t } = useTranslation('booking');
  const format = useFormat({ currency });
  const failureText = useFailureText();
  const [opening, setOpening] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const pay = async (item: string) => {
    setOpening(item);
    setFailure(null);
    try {
      leavePage(await api.pay(item), () => setOpening(null));
    } catch (error) {
      setFailure(error);
      setOpening(null);
    }
  };
  if (payments.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {payments.map(({ item, purpose, amount }, index) => {
          const label = t(`own.steps.pay.${item === 'all' ? item : purpose}`);
          return (
            <li key={item} className="flex flex-wrap items-center justify-end gap-4 py-3">
              <span className="flex min-w-40 flex-1 flex-col">
                <span className="font-medium">{label}</span>
                <span className="text-caption text-soft tabular-nums">{format.money(amount)}</span>
              </span>
              <Button
                {...(index === 0 && { variant: 'primary' as const })}
                loading={opening === item}
                aria-label={`${label}: ${format.money(amount)}`}
                onClick={() => void pay(item)}
              >
                {t('own.steps.payNow')}
              </Button>
            </li>
          );
        })}
      </ul>
      {failure !== null && <Banner tone="danger">{failureText(failure)}</Banner>}
    </div>
  );
}
