import { ApplicationError, getQuery } from '@rocicorp/zero';
import { handleQueryRequest } from '@rocicorp/zero/server';
import { zero } from '#core/api/zero.ts';
import { zeroAppOf } from '#core/domain/studio/sync-groups.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { withinAccount } from './account-fence.ts';
import type { Services } from '../platform/services.ts';
import { readGroups } from '../platform/sync-groups.ts';
import { json, publicError, queryBody, readBody, reportAll } from './protocol.ts';

/** Resolves a named query to rows for this user; token and membership identify the user. */
export const query = defineHandler(zero.query, async ({ services, request, caller }) => {
  const { userId, accountId, role } = caller;
  await requireGroup(services, accountId, request.query.get('appID'));
  const ctx = { userId, accountId, role, now: services.clock };
  const unexpected: unknown[] = [];
  const answer = await handleQueryRequest({
    schema,
    query: request.query,
    body: readBody(request, queryBody),
    userID: caller.userId,
    logLevel: 'error',
    handler: (name, args) => {
      try {
        const named = getQuery(queries, name);
        if (typeof named?.fn !== 'function') throw new AppError('not_found', { query: name });
        return named.fn({ args, ctx });
      } catch (error) {
        const { code, details } = publicError(error, { query: name }, unexpected);
        throw new ApplicationError(code, { details });
      }
    },
  });
  await reportAll(unexpected);
  return json(withinAccount(answer, accountId));
});

/**
 * Refuses a zero-cache that has no rows of the studio: to a page that is still connected to it, they would all be gone.
 * The page then reads the list of studios, which names the right one.
 * @throws AppError `forbidden`
 */
async function requireGroup(
  services: Pick<Services, 'db' | 'syncGroups'>,
  accountId: string,
  app: string | null,
): Promise<void> {
  if (services.syncGroups.length === 1) return;
  const groups = await readGroups(services, accountId);
  if (!groups.some((number) => zeroAppOf(number) === app)) throw new AppError('forbidden');
}
