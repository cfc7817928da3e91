import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

export type MemberRow = QueryRowType<typeof queries.team.members>;
export type InviteRow = QueryRowType<typeof queries.team.invites>;
export type SecurityEventRow = QueryRowType<typeof queries.team.securityEvents>;
