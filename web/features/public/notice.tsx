import type { ReactNode } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import { PublicPage } from './public-page.tsx';
import type { StudioSite } from './routes.ts';

interface MessagePageProps {
  site: StudioSite | null;
  studio: PublicStudio | null;
  title: string;
  /** What happened, and what to do. */
  text?: string;
  children?: ReactNode;
}

/** A page of one message: what happened, who can help, what to do now. */
export function MessagePage({ site, studio, title, text, children }: MessagePageProps) {
  return (
    <PublicPage site={site} studio={studio}>
      <div className="mx-auto flex w-full max-w-[34rem] flex-col gap-6 px-5 pt-[12vh] md:pt-[18vh]">
        <div className="flex flex-col gap-3">
          <h1 className="text-title font-semibold">{title}</h1>
          {text && <p className="text-lead text-soft">{text}</p>}
        </div>
        {children}
      </div>
    </PublicPage>
  );
}
