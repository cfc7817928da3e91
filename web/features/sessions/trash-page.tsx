import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { canSeeMoneyOf } from '#core/domain/session-money.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { paths } from '#web/lib/paths.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useSessionName } from './session-labels.ts';
import type { TrashedSession } from './types.ts';

const LIMIT = 1000;

/** Lists deleted sessions that can still be restored. */
export function SessionsTrashPage() {
  const { t } = useTranslation(['sessions', 'trash']);
  const [trashed, { type }] = useQuery(queries.sessions.trashed({ limit: LIMIT }));
  return (
    <>
      <PageHeader
        title={t('trash.title')}
        back={{ to: paths.sessions, label: t('title') }}
        detail={trashed.length > 0 && <p>{t('trash.intro')}</p>}
      />
      {trashed.length === 0 && type !== 'complete' && <LoadingPlaceholder className="h-64" />}
      {trashed.length === 0 && type === 'complete' && (
        <EmptyState title={t('trash:empty.title')}>{t('trash.empty')}</EmptyState>
      )}
      {trashed.length > 0 && (
        <ul className="max-w-3xl divide-y divide-line border-y border-line">
          {trashed.map((session) => (
            <Trashed key={session.id} session={session} />
          ))}
        </ul>
      )}
    </>
  );
}

function Trashed({ session }: { session: TrashedSession }) {
  const { t } = useTranslation(['sessions', 'trash']);
  const { role } = useAccount();
  const { session: signedIn } = useAuth();
  const act = useMutation();
  const { writable } = useStore();
  const nameOf = useSessionName();
  const format = useFormat();
  const { id } = session;
  const client = session.customer?.name ?? t('nobody');
  const day = format.date(session.date);
  const gone = t('trash:deletedOn', { date: format.date(session.deletedAt ?? 0) });
  const restore = () =>
    act(mutators.sessions.restore({ id, now: Date.now() }), {
      done: t('trash.back', { client }),
      undo: () => mutators.sessions.trash({ id, now: Date.now() }),
    });
  return (
    <ListRow
      title={client}
      detail={`${day}, ${format.time(session.date)} · ${nameOf(session)} · ${gone}`}
      actions={
        // Restoring needs the same rights as deleting: the server refuses other roles.
        canSeeMoneyOf({ role, userId: signedIn?.user.id ?? '' }, session) && (
          <Button
            size="small"
            className="mr-2"
            aria-label={t('trash:restoreNamed', { name: `${client}, ${day}` })}
            disabled={!writable}
            onClick={() => void restore()}
          >
            {t('trash:restore')}
          </Button>
        )
      }
    />
  );
}
