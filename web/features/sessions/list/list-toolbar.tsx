import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis, Trash2, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { ListSelect, ListToolbar } from '#web/components/layout/list-toolbar.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { paths } from '#web/lib/paths.ts';
import type { ListView } from './list-view.ts';

interface SessionsToolbarProps {
  view: ListView;
  onChange: (changes: Partial<ListView>) => void;
  /** Months that contain sessions, `2026-11`. */
  months: readonly string[];
}

/** Search, type, photographer and month filters, stored in the URL. */
export function SessionsToolbar({ view, onChange, months }: SessionsToolbarProps) {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  const [types] = useQuery(queries.sessionTypes.list());
  const [members] = useQuery(queries.team.members());
  const any = (label: string) => ({ value: null, label });
  return (
    <ListToolbar
      searchLabel={t('filter.search')}
      search={view.search}
      onSearch={(search) => onChange({ search })}
      active={[view.typeId, view.photographerId, view.month].filter(Boolean).length}
    >
      {types.length > 0 && (
        <ListSelect
          label={t('type')}
          value={view.typeId}
          options={[any(t('filter.anyType')), ...types.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(typeId) => onChange({ typeId })}
        />
      )}
      {members.length > 1 && (
        <ListSelect
          label={t('photographer')}
          value={view.photographerId}
          options={[
            any(t('filter.anyPhotographer')),
            ...members.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
          ]}
          onChange={(photographerId) => onChange({ photographerId })}
        />
      )}
      {months.length > 1 && (
        <ListSelect
          label={t('filter.month')}
          value={view.month}
          options={[any(t('filter.anyMonth')), ...months.map((value) => ({ value, label: format.month(value) }))]}
          onChange={(month) => onChange({ month })}
        />
      )}
    </ListToolbar>
  );
}

/** Actions on the whole list, for roles that may edit it. */
export function ListMenu() {
  const { t } = useTranslation(['sessions', 'import']);
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate(to);
  return (
    <Menu
      trigger={<IconButton label={t('listMore')} icon={<Ellipsis aria-hidden />} />}
      groups={[
        {
          items: [
            { label: t('import:offer'), icon: <Upload />, onSelect: go(paths.importSessions) },
            { label: t('trash.title'), icon: <Trash2 />, onSelect: go(paths.sessionsTrash) },
          ],
        },
      ]}
    />
  );
}
