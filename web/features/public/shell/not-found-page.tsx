import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { MessagePage } from './message-page.tsx';
import { studioHref, type StudioSite } from './routes.ts';

interface NotFoundPageProps {
  site: StudioSite | null;
  studio: PublicStudio | null;
}

export function NotFoundPage({ site, studio }: NotFoundPageProps) {
  const { t } = useTranslation('public');
  return (
    <MessagePage
      site={site}
      studio={studio}
      title={t('notFound.title')}
      text={studio ? t('notFound.ofStudio', { studio: studio.name }) : t('notFound.text')}
    >
      <div>
        {site && studio ? (
          <a href={studioHref(site)} className={buttonClass({ variant: 'primary' })}>
            {t('toStudio', { studio: studio.name })}
          </a>
        ) : (
          <a href="/" className={buttonClass({ variant: 'primary' })}>
            {t('notFound.home')}
          </a>
        )}
      </div>
    </MessagePage>
  );
}
