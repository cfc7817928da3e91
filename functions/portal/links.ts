import { AppError } from '#core/domain/values/errors.ts';
import type { Queryable } from '../platform/db/database.ts';
import { type ClientLink, findClientLink } from '../public-studio/client-links.ts';
import { findStudio, type FoundStudio } from '../public-studio/find-studio.ts';
import type { LinkCall } from '../public-studio/link-call.ts';
import { limitReads } from './rate-limits.ts';

/** Returns studio and client of a link. An unknown studio gives the same error as an unknown link. */
export async function requireLink({
  services: { db, clock },
  request,
  params,
}: LinkCall): Promise<{ found: FoundStudio; link: ClientLink; now: number }> {
  const now = clock();
  await limitReads(db, request.viewerIp, now);
  const found = await findStudio(db, params.accountSlug);
  const link = found && (await findClientLink(db, found.accountId, params.token, { now }));
  if (!found || !link) throw new AppError('client_link_invalid');
  return { found, link, now };
}

/** Finds the link again in a transaction, which a revocation then waits for. */
export async function lockLink(tx: Queryable, accountId: string, token: string, now: number): Promise<ClientLink> {
  const link = await findClientLink(tx, accountId, token, { now, lock: true });
  if (!link) throw new AppError('client_link_invalid');
  return link;
}
