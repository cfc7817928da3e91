import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, writeStored } from '#web/lib/browser/storage.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { ContactStudio } from '../booking/contact-studio.tsx';
import { navigateStep } from '../booking/step-navigation.ts';
import { useTimeZones } from '../booking/times/time-zones.ts';
import { isFailure } from '../shell/failure.ts';
import type { StudioSite } from '../shell/routes.ts';
import { AcceptedPage } from './accepted-page.tsx';
import { ChooseStep } from './choose-step.tsx';
import { firstChoice, openGroup } from './choices.ts';
import { DeclineStep } from './decline-step.tsx';
import type { ProposalAnswer, ProposalApi } from './proposal-api.ts';
import { proposalHref } from './proposal-steps.ts';
import { SignStep } from './sign-step.tsx';

interface ProposalPageProps {
  site: StudioSite;
  token: string;
  api: ProposalApi;
  query: URLSearchParams;
  answer: ProposalAnswer;
  onAnswer: (answer: ProposalAnswer) => void;
}

/** Shows a proposal in its state: open with its steps, accepted, or why it cannot be accepted any more. */
export function ProposalPage({ site, token, api, query, answer, onAnswer }: ProposalPageProps) {
  const { t } = useTranslation('proposal');
  const { studio, proposal } = answer;
  const { state } = proposal;
  const zones = useTimeZones(studio.timeZone);
  const format = useFormat({ zone: studio.timeZone });
  const frame = { site, studio, token };
  if (state === 'accepted') {
    const ask = async () => onAnswer(await api.read());
    return <AcceptedPage {...{ ...frame, api, proposal, zones }} paid={query.get('paid')} ask={ask} />;
  }
  if (state === 'proposed') return <OpenProposal {...{ ...frame, api, query, answer, zones, onAnswer }} />;
  const named = { studio: studio.name, date: format.day(proposal.validUntil) };
  return (
    <ContactStudio
      site={site}
      studio={studio}
      title={t(`closed.${state}.title`)}
      text={t(`closed.${state}.text`, named)}
      subject={t('subject', { title: proposal.title })}
    />
  );
}

const choiceKey = (id: string) => `proposal-choice:${id}`;

/** The steps of a proposal that can be accepted: choose, then read and sign; or decline. */
function OpenProposal(props: Omit<ProposalPageProps, 'answer'> & StepContext) {
  const { site, token, api, query, answer, zones, onAnswer } = props;
  const { studio, proposal } = answer;
  const { id, lines, session } = proposal;
  const [chosen, setChosen] = useState(() => firstChoice(lines, null));
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    // The server's markup knows no earlier choice.
    const earlier = readStored(choiceKey(id));
    if (earlier !== null) setChosen(firstChoice(lines, earlier));
    // oxlint-disable-next-line react/exhaustive-deps -- once: later lines are handled by `renew`
  }, [id]);
  const choose = (next: string[]) => {
    setChosen(next);
    writeStored(choiceKey(id), next);
  };
  const home = proposalHref(site, token);
  const canGoOn = proposal.canAccept && session?.isFree !== false;
  const step = canGoOn ? query.get('step') : null;
  const isIncomplete = step === 'sign' && openGroup(lines, chosen) !== null;
  useEffect(() => {
    // A reload, or a link to the second step.
    if (isIncomplete) navigateStep(home, { replace: true });
  }, [isIncomplete, home]);
  /** Reads the proposal again after the server refused what was shown. */
  const renew = async (error: unknown) => {
    const now = await api.read();
    setChosen(firstChoice(now.proposal.lines, chosen));
    setChanged(isFailure(error, 'proposal_changed'));
    onAnswer(now);
    navigateStep(home, { replace: true });
  };
  const accepted = (now: ProposalAnswer) => {
    onAnswer(now);
    navigateStep(home, { replace: true });
  };
  const common = { site, studio, token, proposal, zones };
  if (step === 'decline') return <DeclineStep {...common} api={api} onDeclined={accepted} onRefused={renew} />;
  if (step === 'sign' && !isIncomplete) {
    return <SignStep {...common} api={api} chosen={chosen} onAccepted={accepted} onRefused={renew} />;
  }
  return <ChooseStep {...common} chosen={chosen} isChanged={isChanged} onChoose={choose} />;
}

interface StepContext {
  answer: ProposalAnswer;
  zones: ReturnType<typeof useTimeZones>;
}
