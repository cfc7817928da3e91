import { useQuery } from '@rocicorp/zero/react';
import { Archive, ArchiveRestore, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SESSION_STATUSES } from '#core/domain/sessions/sessions.ts';
import { queries } from '#core/zero/queries.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { paths } from '#web/lib/paths.ts';
import type { SessionTypeRow } from '../types.ts';
import { useTypeActions } from './use-type-actions.ts';

/** Menu of a session type. A type used by sessions can be archived but not deleted. */
export function TypeMenu({ type }: { type: SessionTypeRow }) {
  const { t } = useTranslation(['scheduling', 'common']);
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { archive, unarchive, remove } = useTypeActions();
  const [sessions, { type: answer }] = useQuery(
    queries.sessions.list({ statuses: [...SESSION_STATUSES], sessionTypeId: type.id, order: 'asc', limit: 1 }),
  );
  const mayGo = sessions.length === 0 && answer === 'complete';
  const goAway = async () => {
    setAsking(false);
    if (await remove(type)) await navigate(paths.sessionTypes, { replace: true });
  };
  return (
    <>
      <Menu
        trigger={<IconButton label={t('common:moreFor', { name: type.name })} icon={<Ellipsis aria-hidden />} writes />}
        groups={[
          {
            items: [
              type.archivedAt === null
                ? { label: t('type.archive'), icon: <Archive />, onSelect: () => void archive(type) }
                : { label: t('type.unarchive'), icon: <ArchiveRestore />, onSelect: () => void unarchive(type) },
              ...(mayGo
                ? [
                    {
                      label: t('type.delete'),
                      icon: <Trash2 />,
                      tone: 'danger' as const,
                      onSelect: () => setAsking(true),
                    },
                  ]
                : []),
            ],
          },
        ]}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('type.deleteAsk', { name: type.name })}
        description={t('type.deleteText')}
        confirmLabel={t('type.delete')}
        onConfirm={() => void goAway()}
      />
    </>
  );
}
