import { Hono } from 'hono';
import { z } from 'zod';
import { createLink, invitedTraits } from '../admin-links.ts';
import { recordAction } from '../audit.ts';
import { requireAdmin } from '../authentication.ts';
import { emailExists } from '../errors.ts';
import { mailOrigin, sendInvite } from '../mail-requests.ts';
import { isAllowedRedirect, redirectTarget } from '../redirects.ts';
import { optionalData, optionalText, parseEmail, readBody } from '../requests.ts';
import { inTransaction, type AuthServices } from '../services.ts';
import { createUser } from '../sign-up.ts';
import { findUserByEmail, presentUser } from '../users.ts';

const inviteBody = z.object({ email: optionalText, data: optionalData });
const linkBody = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalData,
  redirect_to: optionalText,
});

/** Invitations, and links that an administrator delivers without a mail. */
export function adminLinkRoutes(services: AuthServices): Hono {
  return new Hono()
    .post('/invite', async (c) => {
      const admin = await requireAdmin(services, c);
      const body = await readBody(c, inviteBody);
      const email = parseEmail(body.email);
      const origin = mailOrigin(c, services);
      const answer = await inTransaction(services, async (tx) => {
        const known = await findUserByEmail(tx, email);
        if (known?.email_confirmed_at) throw emailExists();
        const request = { provider: 'email' as const, address: email, passwordHash: null, data: body.data ?? {} };
        const user = known ?? (await createUser(tx, request));
        await recordAction(tx, admin, 'user_invited', { traits: invitedTraits(user) });
        return presentUser(tx, await sendInvite(services, tx, user, origin));
      });
      return c.json(answer);
    })
    .post('/admin/generate_link', async (c) => {
      const admin = await requireAdmin(services, c);
      const body = await readBody(c, linkBody);
      const redirectTo = isAllowedRedirect(body.redirect_to, services.settings)
        ? body.redirect_to
        : redirectTarget(c, services.settings);
      return c.json(await createLink(services, admin, { ...body, email: parseEmail(body.email), redirectTo }));
    });
}
