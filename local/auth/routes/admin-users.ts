import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { createUserAsAdmin, updateUserAsAdmin } from '../admin.ts';
import { type Actor, recordAction, userTraits } from '../audit.ts';
import { requireAdmin } from '../authentication.ts';
import type { Tx } from '../database.ts';
import { badRequest, notFound } from '../errors.ts';
import { deleteFactor, findFactor, presentFactor } from '../factors.ts';
import { clientInfo, isUuid, optionalData, optionalFlag, optionalText, readBody } from '../requests.ts';
import { type AuthServices, inTransaction } from '../services.ts';
import type { UserRow } from '../user-row.ts';
import { AUDIENCE, findUserById, presentUser, userJson } from '../users.ts';

const adminUserBody = z.object({
  id: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  password_hash: optionalText,
  email_confirm: optionalFlag(false),
  phone_confirm: optionalFlag(false),
  user_metadata: optionalData,
  app_metadata: optionalData,
  ban_duration: optionalText,
});

export function adminUserRoutes(services: AuthServices): Hono {
  return new Hono()
    .get('/admin/users', (c) => list(services, c))
    .post('/admin/users', async (c) => {
      const admin = await requireAdmin(services, c);
      const body = await readBody(c, adminUserBody);
      return c.json(await createUserAsAdmin(services, admin, body));
    })
    .get('/admin/users/:id', (c) => withUser(services, c, ({ tx, user }) => presentUser(tx, user)))
    .put('/admin/users/:id', (c) =>
      withUser(services, c, async ({ tx, user, admin }) => {
        const body = await readBody(c, adminUserBody);
        return updateUserAsAdmin(services, tx, admin, user, body);
      }),
    )
    .delete('/admin/users/:id', (c) =>
      withUser(services, c, async ({ tx, user, admin }) => {
        await recordAction(tx, admin, 'user_deleted', { traits: userTraits(user) });
        await tx.rows('delete from auth.users where id = $1', [user.id]);
        return {};
      }),
    )
    .delete('/admin/users/:id/factors/:factorId', (c) => withUser(services, c, (named) => removeFactor(c, named)));
}

async function removeFactor(c: Context, { tx, user }: Named): Promise<object> {
  const factor = await findFactor(tx, user.id, c.req.param('factorId') ?? '');
  // As hosted, the entry names the user as the actor.
  const traits = { user_id: user.id, factor_id: factor.id };
  await recordAction(tx, user, 'factor_deleted', { traits, ip: clientInfo(c).ip });
  await deleteFactor(tx, factor);
  return presentFactor(factor);
}

type Named = { tx: Tx; user: UserRow; admin: Actor };

/** Runs `work` with the user of the path; 404 if there is none. */
async function withUser(
  services: AuthServices,
  c: Context,
  work: (named: Named) => Promise<object>,
): Promise<Response> {
  const admin = await requireAdmin(services, c);
  // Reads the body first, so that no row is locked while it arrives.
  await c.req.text();
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw notFound('validation_failed', 'user_id must be an UUID');
  const answer = await inTransaction(services, async (tx) => {
    const user = await findUserById(tx, id);
    if (!user) throw notFound('user_not_found', 'User not found');
    return work({ tx, user, admin });
  });
  return c.json(answer);
}

async function list(services: AuthServices, c: Context): Promise<Response> {
  await requireAdmin(services, c);
  const page = readCount(c, 'page', 1);
  const perPage = readCount(c, 'per_page', 50);
  const { users, total } = await inTransaction(services, (tx) => listUsers(tx, page, perPage));
  const lastPage = Math.ceil(total / perPage);
  const link = (target: number, rel: string) => {
    // `page` first: the official client parses the number after the first equals sign.
    const query = new URLSearchParams({ page: String(target), ...withoutPage(c.req.query()) });
    return `<${c.req.path}?${query.toString()}>; rel="${rel}"`;
  };
  c.header('Link', [...(page < lastPage ? [link(page + 1, 'next')] : []), link(lastPage, 'last')].join(', '));
  c.header('X-Total-Count', String(total));
  // As hosted: a list does not load identities.
  return c.json({ users: users.map((user) => userJson(user, null)), aud: AUDIENCE });
}

function withoutPage(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'page' && name !== 'apikey'));
}

/** A positive number from the query; zero counts as missing. */
function readCount(c: Context, name: string, missing: number): number {
  const text = c.req.query(name) || '0';
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`Bad Pagination Parameters: ${name} must be a number`);
  return Number(text) || missing;
}

/** Returns one page of users, newest first, and the total. */
async function listUsers(tx: Tx, page: number, perPage: number): Promise<{ users: UserRow[]; total: number }> {
  const [count] = await tx.rows<{ total: number }>('select count(*)::int as total from auth.users where aud = $1', [
    AUDIENCE,
  ]);
  const users = await tx.rows<UserRow>(
    'select * from auth.users where aud = $1 order by created_at desc, id limit $2 offset $3::bigint',
    [AUDIENCE, perPage, (page - 1) * perPage],
  );
  return { users, total: count?.total ?? 0 };
}
