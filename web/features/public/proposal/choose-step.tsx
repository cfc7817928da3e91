import { clsx } from 'clsx';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicProposal } from '#core/api/proposals.ts';
import { useServerForm } from '#web/lib/browser/server-form.ts';
import { navigateStep } from '../booking/step-navigation.ts';
import { type StepLayoutProps, StepLink, StepPage } from '../booking/step-page.tsx';
import type { TimeZones } from '../booking/times/time-zones.ts';
import { firstChoice, openGroup } from './choices.ts';
import { Offer } from './offer.tsx';
import { proposalHref } from './proposal-steps.ts';

interface ChooseStepProps extends StepLayoutProps {
  token: string;
  proposal: PublicProposal;
  zones: TimeZones;
  chosen: readonly string[];
  /** The studio has changed the proposal since it was opened. */
  isChanged: boolean;
  onChoose: (chosen: string[]) => void;
}

/** First step: what is offered, and the choice. */
export function ChooseStep({ site, studio, token, ...offer }: ChooseStepProps) {
  const { t } = useTranslation('proposal');
  const { proposal, chosen } = offer;
  const [isMissing, setMissing] = useState(false);
  const content = useRef<HTMLFormElement>(null);
  const open = openGroup(proposal.lines, chosen);
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    setMissing(open !== null);
    if (open === null) return navigateStep(proposalHref(site, token, 'sign'));
    content.current?.querySelector<HTMLElement>(`[data-group="${CSS.escape(open)}"] input`)?.focus();
  };
  // What was pressed before the page's script ran.
  const waiting = useServerForm(content, (_values, isSent, checked) => {
    if (checked.some((id) => !chosen.includes(id))) offer.onChoose(firstChoice(proposal.lines, checked));
    if (isSent) queueMicrotask(() => content.current?.requestSubmit());
  });
  return (
    <StepPage site={site} studio={studio} title={proposal.title}>
      <form {...waiting} ref={content} noValidate className={clsx('contents', waiting.className)} onSubmit={goOn}>
        <Offer studio={studio} {...offer} missing={isMissing ? open : null}>
          <p className="noscript:hidden">
            <StepLink href={proposalHref(site, token, 'decline')} className="thumb text-soft underline">
              {t('decline.offer')}
            </StepLink>
          </p>
        </Offer>
      </form>
    </StepPage>
  );
}
