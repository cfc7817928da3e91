import { Hono, type Context } from 'hono';
import { requireUser, type SignedIn } from '../authentication.ts';
import type { Tx } from '../database.ts';
import { notFound } from '../errors.ts';
import { externalUrlFor } from '../external-requests.ts';
import { unlinkIdentity } from '../identity-links.ts';
import { clientInfo, isUuid } from '../requests.ts';
import { inTransaction, type AuthServices } from '../services.ts';

/** Links and unlinks identities of the signed-in user. */
export function identityRoutes(services: AuthServices): Hono {
  return new Hono()
    .get('/user/identities/authorize', async (c) => {
      const { user } = await inTransaction(services, await requireLinking(services, c));
      const url = await externalUrlFor(services, c, user.id);
      return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
    })
    .delete('/user/identities/:id', async (c) => {
      const load = await requireLinking(services, c);
      const id = c.req.param('id');
      await inTransaction(services, async (tx) => {
        const { user } = await load(tx);
        if (!isUuid(id)) throw notFound('validation_failed', 'identity_id must be an UUID');
        await unlinkIdentity(services, tx, user.id, id.toLowerCase(), clientInfo(c).ip);
      });
      return c.json({});
    });
}

/** Requires a signed-in user in a project with manual linking; 404 otherwise. */
async function requireLinking(services: AuthServices, c: Context): Promise<(tx: Tx) => Promise<SignedIn>> {
  const load = await requireUser(services, c);
  return async (tx) => {
    const signedIn = await load(tx);
    if (!services.settings.manualLinking) throw notFound('manual_linking_disabled', 'Manual linking is disabled');
    return signedIn;
  };
}
