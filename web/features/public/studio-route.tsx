import { useEffect, useState } from 'react';
import { FailedPage } from './failed-page.tsx';
import { isFailure } from './failure.ts';
import { NotFoundPage } from './not-found-page.tsx';
import type { PageData, StudioPageData } from './page-data.ts';
import type { PublicApi } from './public-api.ts';
import type { StudioSite } from './routes.ts';
import { StudioPage } from './studio-page.tsx';
import { WaitingPage } from './waiting-page.tsx';

interface StudioRouteProps {
  site: StudioSite;
  data: PageData | null;
  api: PublicApi;
}

/** The studio's page: from the page's data, else from the API. */
export function StudioRoute({ site, data, api }: StudioRouteProps) {
  const [page, setPage] = useState<StudioPageData | null>(data?.kind === 'studio' ? data : null);
  const [failure, setFailure] = useState<'missing' | 'failed' | null>(site.slug === null && !page ? 'missing' : null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (page || site.slug === null) return;
    let left = false;
    api.studio(site.slug).then(
      (answer) => {
        if (!left) setPage(answer);
      },
      (error: unknown) => {
        if (!left) setFailure(isFailure(error, 'not_found') ? 'missing' : 'failed');
      },
    );
    return () => {
      left = true;
    };
  }, [api, site.slug, page, attempt]);
  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  if (page) return <StudioPage site={site} data={page} api={api} />;
  if (failure === 'missing') return <NotFoundPage site={site} studio={null} />;
  if (failure === 'failed') return <FailedPage site={site} studio={null} onRetry={retry} />;
  return <WaitingPage site={site} studio={null} />;
}
