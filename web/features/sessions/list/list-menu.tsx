import { Ellipsis, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import type { SessionPlaces } from '../session-rows.ts';

/** What is done with the list as a whole, by those who may write it. */
export function ListMenu({ trash }: Pick<SessionPlaces, 'trash'>) {
  const { t } = useTranslation('sessions');
  const navigate = useNavigate();
  return (
    <Menu
      trigger={<IconButton label={t('listMore')} icon={<Ellipsis aria-hidden />} />}
      groups={[{ items: [{ label: t('trash.title'), icon: <Trash2 />, onSelect: () => void navigate(trash) }] }]}
    />
  );
}
