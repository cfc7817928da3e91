import { useQuery } from '@rocicorp/zero/react';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts.tsx';

/** Invitations whose mail may have been given up, for those who can send them again. */
export function useUndeliveredInvites() {
  const { role } = useAccount();
  const [shares, manages] = [can(role, 'galleries.share'), can(role, 'members.manage')];
  const [invites, { type }] = useQuery(queries.galleries.undelivered({ limit: 50 }), { enabled: shares });
  const [teamInvites, { type: ofTeam }] = useQuery(queries.team.invites(), { enabled: manages });
  return { invites, teamInvites, answers: [...(shares ? [type] : []), ...(manages ? [ofTeam] : [])] };
}
