import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { customerHref, paths } from '#web/lib/paths.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

const LIMIT = 1000;

/** Deleted clients that can still be restored. */
export function CustomersTrashPage() {
  const { t } = useTranslation(['customers', 'trash']);
  const format = useFormat();
  const mutate = useMutation();
  const { writable } = useStore();
  const [trashed, { type }] = useQuery(queries.customers.trashed({ limit: LIMIT }));
  const restore = (id: string, name: string) =>
    void mutate(mutators.customers.restore({ ids: [id], now: Date.now() }), {
      done: t('trash.back', { name }),
      undo: () => mutators.customers.trash({ ids: [id], now: Date.now() }),
    });
  const deletedOn = (at: number | null) => t('trash:deletedOn', { date: format.date(at ?? 0) });
  return (
    <>
      <PageHeader
        title={t('trash.title')}
        back={{ to: paths.customers, label: t('title') }}
        detail={trashed.length > 0 && <p>{t('trash.intro')}</p>}
      />
      {trashed.length === 0 && type !== 'complete' && <LoadingPlaceholder className="h-64" />}
      {trashed.length === 0 && type === 'complete' && (
        <EmptyState title={t('trash:empty.title')}>{t('trash.empty')}</EmptyState>
      )}
      {trashed.length > 0 && (
        <ul className="max-w-3xl divide-y divide-line border-y border-line">
          {trashed.map(({ id, name, email, deletedAt, mergedInto }) => (
            <ListRow
              key={id}
              title={name}
              to={customerHref(id)}
              detail={[email, deletedOn(deletedAt), mergedInto ? t('trash.merged') : ''].filter(Boolean).join(' · ')}
              actions={
                <Button
                  size="small"
                  className="mr-2"
                  aria-label={t('trash:restoreNamed', { name })}
                  disabled={!writable}
                  onClick={() => restore(id, name)}
                >
                  {t('trash:restore')}
                </Button>
              }
            />
          ))}
        </ul>
      )}
    </>
  );
}
