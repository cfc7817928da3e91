import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { RestoreButton, TrashPage } from '#web/components/layout/trash-page.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { customerHref, paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

const LIMIT = 1000;

/** Deleted clients that can still be restored. */
export function CustomersTrashPage() {
  const { t } = useTranslation(['customers', 'trash']);
  const format = useFormat();
  const mutate = useMutation();
  const [trashed, { type }] = useQuery(queries.customers.trashed({ limit: LIMIT }));
  const restore = (id: string, name: string) =>
    void mutate(mutators.customers.restore({ ids: [id], now: Date.now() }), {
      done: t('trash.back', { name }),
      undo: () => mutators.customers.trash({ ids: [id], now: Date.now() }),
    });
  const deletedOn = (at: number | null) => t('trash:deletedOn', { date: format.date(at ?? 0) });
  return (
    <TrashPage
      title={t('trash.title')}
      back={{ to: paths.customers, label: t('title') }}
      intro={t('trash.intro')}
      emptyText={t('trash.empty')}
      isEmpty={trashed.length === 0}
      isComplete={type === 'complete'}
    >
      <ul className="column divide-y divide-line border-y border-line">
        {trashed.map(({ id, name, email, deletedAt, mergedInto }) => (
          <ListRow
            key={id}
            title={name}
            to={customerHref(id)}
            detail={[email, deletedOn(deletedAt), mergedInto ? t('trash.merged') : ''].filter(Boolean).join(' · ')}
            actions={<RestoreButton name={name} className="mr-2" onRestore={() => restore(id, name)} />}
          />
        ))}
      </ul>
    </TrashPage>
  );
}
