import { describe, expect, it } from 'vitest';
import { accounts } from '#core/api/accounts.ts';
import { FUNCTIONS } from '#ops/bundle/functions.ts';
import { type Scene, send } from '../scene.ts';

/** One request for each function that answers HTTP. */
const DOORS = [
  ['accounts', 'GET', '/api/accounts'],
  ['archives', 'POST', '/api/p/x/pin'],
  ['booking', 'GET', '/api/p/x/booking'],
  ['calendar', 'GET', '/api/calendar-feed'],
  ['contracts', 'GET', '/api/p/x/bookings/x/contracts/x'],
  ['fonts', 'POST', '/api/upload/font'],
  ['galleries', 'DELETE', '/api/gallery/x'],
  ['images', 'POST', '/api/images/token'],
  ['insights', 'GET', '/api/insights'],
  ['integrations', 'GET', '/api/tokens'],
  ['invites', 'POST', '/api/auth/invite'],
  ['live', 'GET', '/api/p/x/changes'],
  ['logos', 'POST', '/api/upload/logo'],
  ['me', 'GET', '/api/me/sessions'],
  ['members', 'POST', '/api/members/invites'],
  ['payments', 'GET', '/api/payments.csv'],
  ['plan', 'GET', '/api/plan'],
  ['portal', 'GET', '/api/p/x/client/y'],
  ['proofing', 'GET', '/api/p/x/proofing'],
  ['proposals', 'GET', '/api/p/x/proposals/y'],
  ['public-pages', 'GET', '/api/p/x'],
  ['stripe', 'POST', '/api/stripe/webhook'],
  ['uploads', 'POST', '/api/upload/presign'],
  ['watermarks', 'GET', '/api/watermarks/x/image'],
  ['zero', 'POST', '/api/zero/query'],
  ['unmatched', 'GET', '/api/nothing'],
  ['page', 'GET', '/'],
  ['transform', 'GET', '/renditions/x/y/z'],
] as const;

/** Variables that may be missing in a deployment. */
const OPTIONAL = [
  'SENTRY_DSN',
  'RELEASE',
  'OUTBOX_QUEUE_URL',
  'ARCHIVES_QUEUE_URL',
  'CAPTCHA_SITE_KEY',
  'POSTHOG_KEY',
  'SENTRY_BROWSER_DSN',
  'CARD_PAYMENTS',
  'BILLING_FROM',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_BILLING_SECRET',
  'CUSTOM_SCRIPTS',
  'DEMO_GALLERY',
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_EMAIL',
  'DOMAIN_TARGET',
  'CONNECTION_GROUP_ID',
];
/** Variables that accept any text. */
const ANY_WORD = ['SUPABASE_ANON_KEY', 'ORIGINALS_BUCKET', 'RENDITIONS_BUCKET', 'MAIL_FROM', 'PAGE_TEMPLATES_DIR'];
/** Neither a URL nor an id, and too short for a key. */
const MALFORMED = 'canary-4711';

export function refusals(current: () => Scene): void {
  const running = (name: string) => current().stage.deployment.functionNamed(name);

  describe('a request that bypasses the distribution', () => {
    it.each(DOORS)('is refused by %s', async (name, method, path) => {
      const before = running(name).lambda.figures.calls;
      const { ports } = current().stage.deployment.installation;
      const answer = await fetch(`http://127.0.0.1:${ports.functions}${path}`, { method });
      expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: 'forbidden' } }]);
      expect(running(name).lambda.figures.calls).toBe(before + 1);
    });
  });

  describe('an incompletely deployed function', () => {
    it.each(FUNCTIONS)('does not start, and names what it lacks: $name', async ({ name }) => {
      const { deployed, env } = running(name);
      const required = Object.keys(env).filter(
        (variable) => !(OPTIONAL.includes(variable) || variable.endsWith('_ENDPOINT')),
      );
      const wrong = required.map((variable) => [variable, ANY_WORD.includes(variable) ? undefined : MALFORMED]);
      const broken = await current().stage.deployment.another(deployed, Object.fromEntries(wrong));
      const failure = await broken.lambda.invoke({}).catch((error: Error) => error.message);
      const output = broken.output();
      await broken.close();
      const [, named = ''] = /Environment: missing or malformed ([\w, ]+)/.exec(String(failure)) ?? [];
      expect(named.split(', ').toSorted()).toEqual(required.toSorted());
      expect(output).toContain(named);
      expect(failure + output).not.toContain(MALFORMED);
    });
  });

  describe('a slow function', () => {
    it('is killed at its deadline, and another process answers the next call', async () => {
      const { deployment, db } = current().stage;
      await send(current(), accounts.list);
      const event = deployment.lastEventOf('accounts');
      const hasty = await deployment.another({ ...running('accounts').deployed, timeoutMs: 1000 });
      const blocker = await db.connect();
      try {
        await blocker.query('begin; lock table account_members in access exclusive mode');
        await expect(hasty.lambda.invoke(event)).rejects.toMatchObject({ type: 'Sandbox.Timedout' });
        await blocker.query('rollback');
        expect(await hasty.lambda.invoke(event)).toMatchObject({ statusCode: 200 });
        expect(hasty.lambda.figures).toMatchObject({ calls: 2, coldStarts: 2 });
      } finally {
        await blocker.query('rollback');
        blocker.release();
        await hasty.close();
      }
    });
  });
}
