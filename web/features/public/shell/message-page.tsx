import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { PublicPage } from './public-page.tsx';
import type { StudioSite } from './routes.ts';

interface MessagePageProps {
  site: StudioSite | null;
  studio: PublicStudio | null;
  title: string;
  /** Explains the problem and the next step. */
  text?: string;
  children?: ReactNode;
}

/** A page with one message: the problem, who can help, and the next step. */
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

interface FailedPageProps {
  site: StudioSite;
  studio: PublicStudio | null;
  onRetry: () => void;
}

/** Shown if no answer arrived: the network or the server failed. */
export function FailedPage({ site, studio, onRetry }: FailedPageProps) {
  const { t } = useTranslation(['public', 'common']);
  return (
    <MessagePage site={site} studio={studio} title={t('unreachable.title')} text={t('unreachable.text')}>
      <div>
        <Button variant="primary" onClick={onRetry}>
          {t('common:retry')}
        </Button>
      </div>
    </MessagePage>
  );
}

interface WaitingPageProps {
  site: StudioSite;
  studio: PublicStudio | null;
  children?: ReactNode;
}

/** Placeholder while a page loads. */
export function WaitingPage({ site, studio, children }: WaitingPageProps) {
  const { t } = useTranslation('common');
  return (
    <PublicPage site={site} studio={studio}>
      <output className="sr-only noscript:hidden">{t('loading')}</output>
      <div className="mx-auto flex w-full max-w-[34rem] flex-col gap-4 px-5 pt-[12vh] md:pt-[18vh]">
        <Skeleton className="h-8 w-3/5 noscript:hidden" />
        <Skeleton className="h-5 w-4/5 noscript:hidden" />
        <Skeleton className="h-5 w-2/5 noscript:hidden" />
        {children}
      </div>
    </PublicPage>
  );
}
