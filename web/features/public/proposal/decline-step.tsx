import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicProposal } from '#core/api/proposals.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { type StepLayoutProps, StepLink, StepPage } from '../booking/step-page.tsx';
import { isFailure, useFailureText } from '../shell/failure.ts';
import type { ProposalAnswer, ProposalApi } from './proposal-api.ts';
import { proposalHref } from './proposal-steps.ts';

interface DeclineStepProps extends StepLayoutProps {
  token: string;
  proposal: PublicProposal;
  api: ProposalApi;
  onDeclined: (answer: ProposalAnswer) => void;
  /** The proposal is another one by now. */
  onRefused: (error: unknown) => Promise<void>;
}

/** Maximum length of the reason, as in core/api/proposals.ts. */
const MAX_REASON = 1000;

/** Asks before a proposal is declined, which only the studio can take back. */
export function DeclineStep({ site, studio, token, proposal, api, onDeclined, onRefused }: DeclineStepProps) {
  const { t } = useTranslation('proposal');
  const failureText = useFailureText();
  const [reason, setReason] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const home = proposalHref(site, token);
  const decline = async () => {
    setSending(true);
    setRefusal(null);
    try {
      onDeclined(await api.decline(reason.trim()));
    } catch (error) {
      setSending(false);
      if (isFailure(error, 'proposal_closed')) await onRefused(error).catch(setRefusal);
      else setRefusal(error);
    }
  };
  return (
    <StepPage site={site} studio={studio} title={t('decline.title')} back={{ href: home, label: proposal.title }}>
      <p className="measure text-lead text-soft">{t('decline.text', { studio: studio.name })}</p>
      <Field label={t('decline.reason')} hint={t('decline.reasonHint', { studio: studio.name })} optional>
        <Textarea value={reason} maxLength={MAX_REASON} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {refusal !== null && <Banner tone="danger">{failureText(refusal)}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" loading={isSending} onClick={() => void decline()}>
          {t('decline.act')}
        </Button>
        <StepLink href={home} className={buttonClass()}>
          {t('decline.keep')}
        </StepLink>
      </div>
    </StepPage>
  );
}
