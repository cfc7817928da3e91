import { Ellipsis, History, LayoutTemplate } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { paths } from '#web/lib/paths.ts';

/** Further actions of the website. */
export function PagesMenu() {
  const { t } = useTranslation(['looks', 'publishing']);
  const navigate = useNavigate();
  return (
    <Menu
      trigger={<IconButton label={t('over.more')} icon={<Ellipsis aria-hidden />} />}
      groups={[
        {
          items: [
            {
              label: t('publishing:releases.title'),
              icon: <History />,
              onSelect: () => void navigate(paths.siteReleases),
            },
            { label: t('over.title'), icon: <LayoutTemplate />, onSelect: () => void navigate(paths.siteLooks) },
          ],
        },
      ]}
    />
  );
}
