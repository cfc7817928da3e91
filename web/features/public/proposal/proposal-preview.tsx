import type { ContractBlock } from '#core/domain/contracts/contract-text.ts';
import type { PublicProposal } from '#core/api/proposals.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { ContractView } from '#web/lib/documents/contract-view.tsx';
import { useTimeZones } from '../booking/times/time-zones.ts';
import { PublicPage } from '../shell/public-page.tsx';
import { priceChoice } from './choices.ts';
import { Offer } from './offer.tsx';
import { OrderLines } from './order-lines.tsx';
import { PlannedPayments } from './planned-payments.tsx';

interface ProposalPreviewProps {
  studio: PublicStudio;
  proposal: PublicProposal;
  chosen: readonly string[];
  instalments: readonly { amount: number; dueAt: number }[];
  contract: { title: string; language: string; blocks: readonly ContractBlock[] } | null;
}

const nothing = () => {};

/** Both steps of a proposal's page, one below the other, for the back office: nothing in it can be pressed. */
export function ProposalPreview({ studio, proposal, chosen, instalments, contract }: ProposalPreviewProps) {
  const zones = useTimeZones(studio.timeZone);
  const { currency, title } = proposal;
  const offer = { studio, proposal, zones, chosen, missing: null, isChanged: false, onChoose: nothing };
  return (
    <PublicPage site={{ slug: studio.slug, base: `/p/${studio.slug}` }} studio={studio}>
      <div className="mx-auto flex w-full max-w-[38rem] flex-col gap-6 px-5 pt-6 md:px-8 md:pt-[8vh]">
        <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
        <Offer {...offer} />
        <OrderLines price={priceChoice(proposal, chosen)} currency={currency} zone={studio.timeZone} />
        <PlannedPayments parts={instalments} currency={currency} zone={studio.timeZone} />
        {contract && <ContractView {...contract} level={2} />}
      </div>
    </PublicPage>
  );
}
