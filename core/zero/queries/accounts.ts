import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { MAX_TEAM_MEMBERS } from '../../domain/studio/members.ts';
import { rowId } from '../../domain/values/ids.ts';
import { instant } from '../../domain/values/primitives.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const accountQueries = {
  /** The current account with its currency and storage usage. */
  current: defineQuery(({ ctx }) =>
    zql.accounts.where('id', readableAccountId(ctx, 'account.read')).related('currency').related('usage').one(),
  ),

  /** Data exports, latest first; only for members who may download them. */
  exports: defineQuery(({ ctx }) =>
    zql.accountExports
      .where('accountId', readableAccountId(ctx, 'account.delete'))
      .orderBy('createdAt', 'desc')
      .limit(10),
  ),

  settings: defineQuery(({ ctx }) =>
    zql.settings.where('accountId', readableAccountId(ctx, 'account.read')).limit(200),
  ),
};

export const teamQueries = {
  members: defineQuery(({ ctx }) =>
    zql.accountMembers
      .where('accountId', readableAccountId(ctx, 'members.read'))
      .orderBy('name', 'asc')
      .limit(MAX_TEAM_MEMBERS),
  ),

  /** Pending invitations, latest first. Only for members who may invite: they contain emails. */
  invites: defineQuery(({ ctx }) =>
    zql.teamInvites
      .where('accountId', readableAccountId(ctx, 'members.manage'))
      // At most MAX_TEAM_MEMBERS are pending, so the limit never cuts off any.
      .where('status', 'IN', ['pending', 'sent'])
      .orderBy('createdAt', 'desc')
      .limit(MAX_TEAM_MEMBERS),
  ),

  /** The studio's security events, latest first; `before` is the cursor for the next page. */
  securityEvents: defineQuery(
    z.strictObject({
      limit: z.number().int().min(1).max(1000),
      before: z.strictObject({ at: instant, id: rowId }).optional(),
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
