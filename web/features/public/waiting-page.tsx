import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { PublicPage } from './public-page.tsx';
import type { StudioSite } from './routes.ts';

interface WaitingPageProps {
  site: StudioSite;
  studio: PublicStudio | null;
}

/** The shape of a page that is on its way. */
export function WaitingPage({ site, studio }: WaitingPageProps) {
  const { t } = useTranslation('common');
  return (
    <PublicPage site={site} studio={studio}>
      <output className="sr-only">{t('loading')}</output>
      <div className="mx-auto flex w-full max-w-[34rem] flex-col gap-4 px-5 pt-[12vh] md:pt-[18vh]">
        <Skeleton className="h-8 w-3/5" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-2/5" />
      </div>
    </PublicPage>
  );
}
