import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { requireApiKey } from './authentication.ts';
import { API_VERSION_HEADER, AuthError, errorResponse } from './errors.ts';
import { returnFromProvider } from './external-callback.ts';
import { externalUrlFor } from './external-requests.ts';
import { aboutRoutes } from './routes/about.ts';
import { adminLinkRoutes } from './routes/admin-links.ts';
import { adminUserRoutes } from './routes/admin-users.ts';
import { factorRoutes } from './routes/factors.ts';
import { identityRoutes } from './routes/identities.ts';
import { mailRequestRoutes } from './routes/mail-requests.ts';
import { signUpRoutes } from './routes/sign-up.ts';
import { ssoRoutes } from './routes/sso.ts';
import { tokenRoutes } from './routes/token.ts';
import { userRoutes } from './routes/user.ts';
import { verifyRoutes } from './routes/verify.ts';
import type { AuthServices } from './services.ts';

/** As hosted: 1 MB. */
const MAX_BODY_BYTES = 1 << 20;

const allRoutes = [
  aboutRoutes,
  signUpRoutes,
  tokenRoutes,
  mailRequestRoutes,
  verifyRoutes,
  userRoutes,
  adminUserRoutes,
  adminLinkRoutes,
  externalRoutes,
  identityRoutes,
  factorRoutes,
  ssoRoutes,
];

/** The REST interface of Supabase Auth under `/auth/v1`, as a hosted project's gateway shows it. */
export function createAuthApp(services: AuthServices): Hono {
  const app = new Hono();
  app.use('*', cors({ origin: '*', exposeHeaders: ['X-Total-Count', 'Link', API_VERSION_HEADER], maxAge: 3_600 }));
  app.use('*', async (c, next) => {
    // Hono runs the GET handler for HEAD, but a mail scanner's HEAD must not consume a link.
    if (c.req.method === 'HEAD') return c.body(null, 405);
    return next();
  });
  app.use('*', requireApiKey(services));
  app.use(
    '*',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => {
        // The rest of the body stays unread, so the connection cannot be reused.
        c.header('Connection', 'close');
        const message = `Request body too large (max ${MAX_BODY_BYTES} bytes)`;
        return errorResponse(new AuthError(413, 'request_entity_too_large', message), c);
      },
    }),
  );
  for (const routes of allRoutes) app.route('/auth/v1', routes(services));
  app.onError(errorResponse);
  return app;
}

/** Redirect to a social provider, and the callback. */
function externalRoutes(services: AuthServices): Hono {
  return new Hono()
    .get('/authorize', async (c) => c.redirect(await externalUrlFor(services, c, null), 302))
    .on(['GET', 'POST'], '/callback', (c) => returnFromProvider(services, c));
}
