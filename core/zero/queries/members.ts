import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { rowId } from '../../domain/ids.ts';
import { MAX_TEAM_MEMBERS } from '../../domain/members.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const teamQueries = {
  members: defineQuery(({ ctx }) =>
    zql.accountMembers
      .where('accountId', readableAccountId(ctx, 'members.read'))
      .orderBy('name', 'asc')
      .limit(MAX_TEAM_MEMBERS),
  ),

  /** Those not answered yet, the latest first. Only for those who invite: these are people's e-mails. */
  invites: defineQuery(({ ctx }) =>
    zql.teamInvites
      .where('accountId', readableAccountId(ctx, 'members.manage'))
      // No more than MAX_TEAM wait at a time: none is pushed out of sight.
      .where('status', 'IN', ['pending', 'sent'])
      .orderBy('createdAt', 'desc')
      .limit(MAX_TEAM_MEMBERS),
  ),

  /** What happened at the studio's doors, the latest first; `before`: from behind this one on. */
  securityEvents: defineQuery(
    z.strictObject({
      limit: z.number().int().min(1).max(1000),
      before: z.strictObject({ at: z.number().int(), id: rowId }).optional(),
    }),
    ({ ctx, args: { limit, before } }) => {
      const events = zql.securityEvents
        .where('accountId', readableAccountId(ctx, 'security.read'))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      return before ? events.start(before) : events;
    },
  ),
};
