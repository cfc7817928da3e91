import { ApplicationError, getQuery } from '@rocicorp/zero';
import { handleQueryRequest } from '@rocicorp/zero/server';
import { zero } from '#core/api/zero.ts';
import { AppError } from '#core/domain/errors.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { defineHandler } from '../lib/http.ts';
import { mutationContext } from './context.ts';
import { publicError, reportAll } from './public-error.ts';
import { json, queryBody, readBody } from './protocol.ts';

/** zero-cache asks which rows a named query means for this person; who that is comes from token and membership. */
export const query = defineHandler(zero.query, async ({ services, request, caller }) => {
  const ctx = mutationContext(caller, services.clock);
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
  return json(answer);
});
