import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { RestoreButton, TrashPage } from '#web/components/layout/trash-page.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useSessionName } from './session-labels.ts';
import type { TrashedSession } from './types.ts';

const LIMIT = 1000;

/** Lists deleted sessions that can still be restored. */
export function SessionsTrashPage() {
  const { t } = useTranslation(['sessions', 'trash']);
  const [trashed, { type }] = useQuery(queries.sessions.trashed({ limit: LIMIT }));
  return (
    <TrashPage
      title={t('trash.title')}
      back={{ to: paths.sessions, label: t('title') }}
      intro={t('trash.intro')}
      emptyText={t('trash.empty')}
      isEmpty={trashed.length === 0}
      isComplete={type === 'complete'}
    >
      <ul className="column divide-y divide-line border-y border-line">
        {trashed.map((session) => (
          <Trashed key={session.id} session={session} />
        ))}
      </ul>
    </TrashPage>
  );
}

function Trashed({ session }: { session: TrashedSession }) {
  const { t } = useTranslation(['sessions', 'trash']);
  const { role } = useAccount();
  const { session: signedIn } = useAuth();
  const mutate = useMutation();
  const nameOf = useSessionName();
  const format = useFormat();
  const { id } = session;
  const client = session.customer?.name ?? t('nobody');
  const day = format.date(session.date);
  const gone = t('trash:deletedOn', { date: format.date(session.deletedAt ?? 0) });
  const restore = () =>
    mutate(mutators.sessions.restore({ id, now: Date.now() }), {
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
          <RestoreButton name={`${client}, ${day}`} className="mr-2" onRestore={() => void restore()} />
        )
      }
    />
  );
}
