import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { Button } from '#web/components/ui/button.tsx';
import { MessagePage } from './notice.tsx';
import type { StudioSite } from './routes.ts';

interface FailedPageProps {
  site: StudioSite;
  studio: PublicStudio | null;
  onRetry: () => void;
}

/** Nothing came: no network, or no answer. */
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
