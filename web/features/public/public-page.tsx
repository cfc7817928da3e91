import type { ReactNode } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import { SkipLink } from '#web/components/layout/skip-link.tsx';
import type { StudioSite } from './routes.ts';
import { StudioFooter } from './studio-footer.tsx';
import { StudioHeader } from './studio-header.tsx';

interface PublicPageProps {
  site: StudioSite | null;
  studio: PublicStudio | null;
  /** The studio's own page carries its name itself. */
  bare?: boolean;
  children: ReactNode;
}

/** The frame of every page of a studio: its mark above, its languages below, nothing between. */
export function PublicPage({ site, studio, bare = false, children }: PublicPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {!bare && site && studio && <StudioHeader site={site} studio={studio} />}
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <StudioFooter studio={studio} />
    </div>
  );
}
