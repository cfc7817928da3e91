import { useCallback, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReceivedInvite } from '#core/api/me.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useJoin } from './use-invite.ts';
import { useRoleLabels } from './use-role-labels.ts';

export interface Own {
  /** Empty until they are loaded. */
  invites: readonly ReceivedInvite[];
  /** True once they are loaded, or cannot be. */
  isKnown: boolean;
  refresh: () => void;
}

/** Returns open invitations to the current user. */
export function useOwnInvites(): Own {
  const api = useApi();
  const userId = useAuth().session?.user.id;
  const load = useCallback(async () => ({ userId, invites: userId ? await api.me.invites() : [] }), [api, userId]);
  // After a failure the last answer stays.
  const { data, isLoading, reload } = useApiData(load);
  const isOwn = userId !== undefined && data?.userId === userId;
  return {
    invites: isOwn ? data.invites : [],
    isKnown: isOwn || (userId !== undefined && !isLoading),
    refresh: reload,
  };
}

interface OwnInvitesProps extends Pick<Own, 'invites' | 'refresh'> {
  onJoined: () => void;
}

/** Lists studios that a user without one can join instead of opening their own; renders nothing without any. */
export function OwnInvites({ invites, refresh, onJoined }: OwnInvitesProps) {
  const { t } = useTranslation('team');
  const id = useId();
  if (invites.length === 0) return null;
  return (
    <>
      <section aria-labelledby={id} className="flex flex-col gap-3">
        <h2 id={id} className="text-lead font-semibold">
          {t('own.title')}
        </h2>
        <ul className="divide-y divide-line border-y border-line">
          {invites.map((invite) => (
            <Item key={invite.id} invite={invite} onJoined={onJoined} onDeclined={refresh} />
          ))}
        </ul>
      </section>
      <h2 className="text-lead font-semibold">{t('own.orNew')}</h2>
    </>
  );
}

interface ItemProps {
  invite: ReceivedInvite;
  onJoined: () => void;
  onDeclined: () => void;
}

function Item({ invite: { id, studio, role, invitedBy }, onJoined, onDeclined }: ItemProps) {
  const { t } = useTranslation('team');
  const roleTexts = useRoleLabels();
  const { join, decline, busy, failure } = useJoin(id);
  const accept = async () => {
    if (await join()) onJoined();
  };
  const declineInvite = async () => {
    if (await decline()) onDeclined();
  };
  return (
    <li className="flex flex-col gap-3 py-4">
      <div>
        <p className="font-medium">{studio}</p>
        <p className="text-caption text-soft">{t('own.text', { who: invitedBy, role: roleTexts.name(role) })}</p>
        <p className="text-caption text-soft">{roleTexts.hint(role)}</p>
      </div>
      <ErrorBanner code={failure} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={busy === 'join'} onClick={() => void accept()}>
          {t('own.accept', { studio })}
        </Button>
        <Button
          variant="quiet"
          loading={busy === 'decline'}
          aria-label={t('own.decline', { studio })}
          onClick={() => void declineInvite()}
        >
          {t('join.decline')}
        </Button>
      </div>
    </li>
  );
}
