import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { NotFoundPage } from '../booking/lazy-shared.tsx';
import { useRequest } from '../booking/use-request.ts';
import { isFailure } from '../shell/failure.ts';
import { FailedPage, MessagePage, WaitingPage } from '../shell/message-page.tsx';
import type { PublicApi } from '../shell/public-api.ts';
import type { StudioSite } from '../shell/routes.ts';
import { AskForLink } from './ask-for-link.tsx';
import { createPortalApi } from './portal-api.ts';
import { ClientPage } from './client-page.tsx';

interface PortalRouteProps {
  site: StudioSite;
  studio: PublicStudio | null;
  /** Null on the page where a client asks for their link. */
  token: string | null;
  api: PublicApi;
}

/** Renders `/p/{slug}/client/{token}`, everything of one client, and `/p/{slug}/client`, where a client asks for it. */
export function PortalRoute({ site, studio, token, api }: PortalRouteProps) {
  const { t } = useTranslation('portal');
  const slug = site.slug ?? studio?.slug ?? null;
  useEffect(() => {
    if (studio) document.title = `${t('pageTitle')} · ${studio.name}`;
  }, [t, studio]);
  if (slug === null) return <WaitingPage site={site} studio={studio} />;
  if (token !== null) return <LinkedPage key={token} {...{ site, studio, slug, token, api }} />;
  return (
    <MessagePage
      site={site}
      studio={studio}
      title={t('ask.title', { studio: studio?.name ?? '' })}
      text={t('ask.text')}
    >
      <AskForLink studio={studio} slug={slug} api={api} />
    </MessagePage>
  );
}

function LinkedPage({ site, studio, slug, token, api }: PortalRouteProps & { slug: string; token: string }) {
  const { t } = useTranslation(['portal', 'public']);
  const portal = useMemo(() => createPortalApi(api, slug, token), [api, slug, token]);
  const load = useCallback(() => portal.page(), [portal]);
  const { data, failure, retry } = useRequest(load);
  const frame = { site, studio: data?.studio ?? studio };
  if (data) return <ClientPage site={site} data={data} portal={portal} />;
  if (isFailure(failure, 'client_link_invalid')) {
    const name = studio?.name ?? t('public:theStudio');
    return (
      <MessagePage {...frame} title={t('ended.title')} text={t('ended.text', { studio: name })}>
        <AskForLink studio={studio} slug={slug} api={api} />
      </MessagePage>
    );
  }
  if (isFailure(failure, 'not_found')) return <NotFoundPage {...frame} />;
  if (failure !== null) return <FailedPage {...frame} onRetry={retry} />;
  return <WaitingPage {...frame} />;
}
