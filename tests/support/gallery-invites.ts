import { endpoints } from '#core/api/endpoints.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { type ApiStack, pairOf } from './api.ts';
import type { Row } from './rows.ts';
import type { Studio } from './studio.ts';

/**
 * Invites a visitor over the API.
 * @returns the grant and the mailed token
 */
export async function invite(
  api: ApiStack,
  studio: Studio,
  galleryId: string,
  body: { email?: string; redirectTo?: string; data?: object } = {},
): Promise<{ grantId: string; token: string; email: string }> {
  const email = body.email ?? `${crypto.randomUUID()}@example.org`;
  const answer = await api.call('POST', '/api/auth/invite', {
    as: studio.owner,
    account: studio.id,
    body: { ...body, email, data: { galleryId, accountSlug: studio.slug, ...body.data } },
  });
  const { grantId } = answer.read(endpoints.invites.create);
  return { grantId, email, token: await mailedToken(api, email) };
}

/** Runs the outbox and returns the token of the last mail to this address. */
export async function mailedToken(api: ApiStack, email: string): Promise<string> {
  await runOutbox(api.jobs);
  const mail = api.mails.findLast(({ to }) => to === email);
  if (!mail) throw new Error(`nothing was mailed to ${email}`);
  return /\?token=([\w-]{43})\s/.exec(mail.text)![1]!;
}

/**
 * Opens a gallery by a mailed link. `values` changes the grant.
 * @returns the visitor session as a cookie
 */
export async function invitedVisitor(
  api: ApiStack,
  studio: Studio,
  galleryId: string,
  values: Row = {},
): Promise<{ cookie: string; grantId: string }> {
  const { grantId, token } = await invite(api, studio, galleryId);
  for (const [column, value] of Object.entries(values)) {
    await api.db.pool.query(`update grants set ${column} = $2 where id = $1`, [grantId, value]);
  }
  const answer = await api.call('POST', '/api/auth/verify-invite', { channel: 'public', body: { token } });
  answer.read(endpoints.invites.verify);
  return { cookie: pairOf(answer.cookies.get('__Host-visitor_session')), grantId };
}
