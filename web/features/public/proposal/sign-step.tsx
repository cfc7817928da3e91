import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProposalTerms, PublicProposal } from '#core/api/proposals.ts';
import { cancellationSteps, stepsAhead } from '#core/domain/payments/cancellation-terms.ts';
import { digitalLines, proposalRights } from '#core/domain/payments/withdrawal-terms.ts';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ContractView } from '#web/lib/documents/contract-view.tsx';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { CancellationRuleText } from '../booking/cancellation.tsx';
import { NameSignature } from '../booking/name-signature.tsx';
import { DefinitionList, type StepLayoutProps, StepPage } from '../booking/step-page.tsx';
import { SlotText } from '../booking/times/next-slots.tsx';
import type { TimeZones } from '../booking/times/time-zones.ts';
import { isFailure, useFailureText } from '../shell/failure.ts';
import { WithdrawalTerms } from '../shell/order-lines.tsx';
import { useRequest } from '../shell/use-request.ts';
import { priceChoice } from './choices.ts';
import { OrderLines } from './order-lines.tsx';
import { PlannedPayments } from './planned-payments.tsx';
import type { ProposalAnswer, ProposalApi } from './proposal-api.ts';
import { proposalHref } from './proposal-steps.ts';

interface SignStepProps extends StepLayoutProps {
  token: string;
  proposal: PublicProposal;
  zones: TimeZones;
  api: ProposalApi;
  chosen: readonly string[];
  onAccepted: (answer: ProposalAnswer) => void;
  /** The proposal is another one by now, or cannot be accepted any more. */
  onRefused: (error: unknown) => Promise<void>;
}

/** Second step: lines, payments and contract are read together, and signed with one name. */
export function SignStep(props: SignStepProps) {
  const { site, studio, token, proposal, zones, api, chosen, onRefused } = props;
  const { t } = useTranslation(['proposal', 'common']);
  const failureText = useFailureText();
  const load = useCallback(() => api.terms(chosen), [api, chosen]);
  const { data: terms, failure, retry } = useRequest(load);
  const back = { href: proposalHref(site, token), label: t('back') };
  const { session, currency } = proposal;
  return (
    <StepPage
      site={site}
      studio={studio}
      title={t(proposal.hasContract ? 'sign.title' : 'sign.titleOrder')}
      back={back}
    >
      <p className="measure text-lead text-soft">{t(proposal.hasContract ? 'sign.intro' : 'sign.introOrder')}</p>
      <OrderLines price={priceChoice(proposal, chosen)} currency={currency} zone={studio.timeZone} />
      {session && (
        <DefinitionList
          rows={[
            [t('facts.what'), session.type],
            [t('facts.when'), <SlotText key="when" slot={session} zones={zones} />],
            [t('facts.where'), session.place],
          ]}
        />
      )}
      {failure !== null && (
        <>
          <Banner tone="danger">{failureText(failure)}</Banner>
          <div>
            <Button onClick={isFailure(failure, 'proposal_closed') ? () => void onRefused(failure) : retry}>
              {t('common:retry')}
            </Button>
          </div>
        </>
      )}
      {!terms && failure === null && <Skeleton className="h-64" />}
      {terms && <Terms {...props} terms={terms} />}
    </StepPage>
  );
}

function Terms({ studio, proposal, zones, api, chosen, terms, onAccepted, onRefused }: TermsProps) {
  const language = useLanguage();
  const [now] = useState(Date.now);
  const { session, currency, offersDated } = proposal;
  const { total, instalments, contract } = terms;
  const deposit = instalments.length > 1 ? instalments[0]!.amount : 0;
  return (
    <>
      <PlannedPayments parts={instalments} currency={currency} zone={studio.timeZone} />
      {session?.cancellation && (
        <CancellationRuleText
          steps={stepsAhead(
            cancellationSteps(session.cancellation, { startsAt: session.start, price: total, deposit }),
            now,
          )}
          currency={currency}
          zones={zones}
        />
      )}
      <WithdrawalTerms
        rights={proposalRights(priceChoice(proposal, chosen).lines, { isDated: session !== null, offersDated })}
        studio={studio.name}
      />
      {contract && <ContractView {...contract} language={language} level={2} />}
      <Signature {...{ proposal, api, chosen, terms, onAccepted, onRefused }} />
    </>
  );
}

interface TermsProps extends SignStepProps {
  terms: ProposalTerms;
}

/** Refusals after which the page shows the proposal as it is now. */
const RENEWS = ['proposal_changed', 'proposal_closed', 'slot_taken', 'validation_failed'] as const;

function Signature({
  proposal,
  api,
  chosen,
  terms,
  onAccepted,
  onRefused,
}: Omit<TermsProps, keyof StepLayoutProps | 'zones' | 'token'>) {
  const { t } = useTranslation(['proposal', 'public']);
  const digital = digitalLines(priceChoice(proposal, chosen).lines).map(({ title }) => title);
  const failureText = useFailureText();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const accept = async (name: string) => {
    setSending(true);
    setRefusal(null);
    try {
      const { textHash } = terms;
      const consents = { hasConsent: true as const, ...(digital.length > 0 && { hasDigitalConsent: true as const }) };
      onAccepted(await api.accept({ chosen: [...chosen], textHash, name, ...consents }));
    } catch (error) {
      setSending(false);
      if (RENEWS.some((code) => isFailure(error, code))) await onRefused(error).catch(setRefusal);
      else setRefusal(error);
    }
  };
  return (
    <NameSignature
      consents={[
        t(terms.contract ? 'sign.consent' : 'sign.consentOrder'),
        ...(digital.length > 0 ? [t('sign.digital', { titles: digital.join(', ') })] : []),
      ]}
      onSign={accept}
    >
      {refusal !== null && <Banner tone="danger">{failureText(refusal)}</Banner>}
      <div>
        <Button type="submit" variant="primary" className="w-full sm:w-auto" loading={isSending}>
          {t(terms.total > 0 ? 'public:orderButton' : 'sign.actFree')}
        </Button>
      </div>
    </NameSignature>
  );
}
