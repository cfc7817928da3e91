import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { expiresAt } from '../../domain/galleries/galleries.ts';
import { GRANT_TRANSITIONS, grantLabel, rights } from '../../domain/galleries/grants.ts';
import { rowId } from '../../domain/values/ids.ts';
import { assertTransition } from '../../domain/values/transitions.ts';
import { ownRow } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

/** Grants are created by `POST /api/auth/invite`, since their secret must not pass through a replica. */
export const grantMutators = {
  /** Revokes a grant. Takes effect within five minutes, when the visitor's image token expires. */
  revoke: studioMutator('galleries.share', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    const grant = await ownRow(tx, ctx, 'grants', args.id);
    assertTransition(GRANT_TRANSITIONS, grant.status, 'revoked');
    await tx.mutate.grants.update({ id: args.id, status: 'revoked', revokedAt: now });
  }),

  setLabel: studioMutator(
    'galleries.share',
    z.strictObject({ id: rowId, label: grantLabel }),
    async ({ tx, ctx, args }) => {
      await ownRow(tx, ctx, 'grants', args.id);
      await tx.mutate.grants.update({ id: args.id, label: args.label });
    },
  ),

  /** Sets rights and expiry of a grant; 0 is as long as the gallery is open. */
  setRights: studioMutator(
    'galleries.share',
    z.strictObject({ id: rowId, rights, expiresAt: expiresAt.optional() }),
    async ({ tx, ctx, args }) => {
      const grant = await ownRow(tx, ctx, 'grants', args.id);
      // A revoked grant is final.
      if (grant.status === 'revoked') throw new AppError('transition_refused', { field: 'status' });
      const { view, download, select, comment } = args.rights;
      await tx.mutate.grants.update({
        id: args.id,
        canView: view,
        canDownload: download,
        canSelect: select,
        canComment: comment,
        ...(args.expiresAt === undefined ? {} : { expiresAt: args.expiresAt === 0 ? null : args.expiresAt }),
      });
    },
  ),
};
