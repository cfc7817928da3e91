import type { Clock } from '#core/domain/time.ts';
import type { Ctx } from '#core/zero/context.ts';
import type { Member } from '../lib/membership.ts';

/** What queries and mutators may rely on: found by the server, never said by a client. */
export function mutationContext({ userId, accountId, role }: Member, now: Clock): Ctx {
  return { userId, accountId, role, now };
}
