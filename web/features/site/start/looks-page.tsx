import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { paths, sitePageHref } from '#web/lib/paths.ts';
import { SiteStart } from './site-start.tsx';

/** Starts a website over with another look. */
export function LooksPage() {
  const { t } = useTranslation(['looks', 'website']);
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t('over.title')} back={{ to: paths.site, label: t('website:back') }} />
      <SiteStart onStarted={(homeId) => void navigate(sitePageHref(homeId))} />
    </>
  );
}
