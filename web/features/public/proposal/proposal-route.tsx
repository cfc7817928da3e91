import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { useAsyncValue } from '#web/lib/use-async-value.ts';
import { ContactStudio } from '../booking/contact-studio.tsx';
import { useBookingLocation } from '../booking/step-navigation.ts';
import { isFailure } from '../shell/failure.ts';
import { FailedPage, WaitingPage } from '../shell/message-page.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import type { PageData } from '#core/api/page-data.ts';
import type { PublicApi } from '../shell/public-api.ts';
import type { StudioSite } from '../shell/routes.ts';
import { createProposalApi, type ProposalApi } from './proposal-api.ts';
import { ProposalPage } from './proposal-page.tsx';
import { proposalHref } from './proposal-steps.ts';

interface ProposalRouteProps {
  site: StudioSite;
  studio: PublicStudio | null;
  token: string;
  data: PageData | null;
  api: PublicApi;
}

/** Renders `/p/{slug}/proposal/{token}`: what a studio offers a client, who chooses, signs and pays. */
export function ProposalRoute({ site, studio, token, data, api: calls }: ProposalRouteProps) {
  // All of them before the first paint: one that loads later would hide the page for a moment.
  useTranslation(['proposal', 'booking', 'cancellation']);
  const slug = site.slug ?? studio?.slug ?? null;
  const api = useMemo(() => (slug === null ? null : createProposalApi(calls, slug, token)), [calls, slug, token]);
  if (api === null) return <WaitingPage site={site} studio={studio} />;
  const inPage = data?.kind === 'proposal' ? data.proposal : null;
  return <LoadedProposal key={token} {...{ site, studio, token, api, inPage }} />;
}

interface LoadedProposalProps extends Pick<ProposalRouteProps, 'site' | 'studio' | 'token'> {
  api: ProposalApi;
  /** The proposal of the page's data; null if it has none. */
  inPage: Extract<PageData, { kind: 'proposal' }>['proposal'];
}

function LoadedProposal({ site, studio, token, api, inPage }: LoadedProposalProps) {
  const { t } = useTranslation(['proposal', 'booking', 'public']);
  const { query } = useBookingLocation(proposalHref(site, token));
  const load = useCallback(() => api.read(), [api]);
  const { value, error, reload, isLoading, setValue } = useAsyncValue(load);
  const answer = value ?? (inPage && studio ? { studio, proposal: inPage } : undefined);
  if (answer) return <ProposalPage {...{ site, token, api, query }} answer={answer} onAnswer={setValue} />;
  const frame = { site, studio };
  if (isLoading || error === null) return <WaitingPage {...frame} />;
  if (isFailure(error, 'proposal_link_invalid')) {
    return (
      <ContactStudio
        {...frame}
        title={t('booking:link.title')}
        text={t('booking:link.text', { studio: studio?.name ?? t('public:theStudio') })}
        subject={t('subject', { title: '' })}
      />
    );
  }
  if (isFailure(error, 'not_found')) return <NotFoundPage {...frame} />;
  return <FailedPage {...frame} onRetry={reload} />;
}
