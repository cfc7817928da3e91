import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { createUserAsAdmin, deleteUserAsAdmin, updateUserAsAdmin } from '../admin.ts';
import { requireAdmin } from '../authentication.ts';
import type { Tx } from '../database.ts';
import { badRequest, notFound } from '../errors.ts';
import { listUsers } from '../user-lists.ts';
import { isUuid, optionalData, optionalFlag, optionalText, readBody } from '../requests.ts';
import { inTransaction, type AuthServices } from '../services.ts';
import type { UserRow } from '../user-row.ts';
import { AUDIENCE, findUserById, presentUser, userJson } from '../users.ts';

export const adminUserBody = z.object({
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
const deleteBody = z.object({ should_soft_delete: optionalFlag(false) });

export function adminUserRoutes(services: AuthServices): Hono {
  return (
    new Hono()
      .use('/admin/*', async (c, next) => {
        await requireAdmin(services, c);
        await next();
      })
      .get('/admin/users', (c) => list(services, c))
      .post('/admin/users', async (c) => {
        const body = await readBody(c, adminUserBody);
        return c.json(await createUserAsAdmin(services, body));
      })
      .get('/admin/users/:id', (c) => withUser(services, c, (tx, user) => presentUser(tx, user)))
      .put('/admin/users/:id', async (c) => {
        const body = await readBody(c, adminUserBody);
        return withUser(services, c, (tx, user) => updateUserAsAdmin(services, tx, user, body));
      })
      .delete('/admin/users/:id', async (c) => {
        const hasBody = (await c.req.text()) !== '';
        const soft = hasBody && (await readBody(c, deleteBody)).should_soft_delete;
        return withUser(services, c, async (tx, user) => {
          await deleteUserAsAdmin(tx, user, soft);
          return {};
        });
      })
      // Nobody can enrol a second factor here.
      .get('/admin/users/:id/factors', (c) => withUser(services, c, () => Promise.resolve([])))
  );
}

/** Answers what `work` makes of the user named in the path; 404 when there is none. */
async function withUser(
  services: AuthServices,
  c: Context,
  work: (tx: Tx, user: UserRow) => Promise<object>,
): Promise<Response> {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw notFound('validation_failed', 'user_id must be an UUID');
  const answer = await inTransaction(services, async (tx) => {
    const user = await findUserById(tx, id);
    if (!user) throw notFound('user_not_found', 'User not found');
    return work(tx, user);
  });
  return c.json(answer);
}

async function list(services: AuthServices, c: Context): Promise<Response> {
  const page = readCount(c, 'page', 1);
  const perPage = readCount(c, 'per_page', 50);
  const filter = c.req.query('filter') ?? '';
  const { users, total } = await inTransaction(services, (tx) => listUsers(tx, { page, perPage, filter }));
  const lastPage = Math.ceil(total / perPage);
  const link = (target: number, rel: string) => {
    // `page` first: the official client reads the number behind the first equals sign.
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
