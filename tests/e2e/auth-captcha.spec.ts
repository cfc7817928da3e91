import type { Page } from '@playwright/test';
import { freshEmail, makePhotographer, PASSWORD } from './support/photographer.ts';
import { routeOnce } from './support/route-once.ts';
import { openAccount, title, withoutMarkup } from './support/sign-in-page.ts';
import { signIn } from './support/sign-ins.ts';
import { expect, test } from './support/test.ts';

const SCRIPT = /^https:\/\/challenges\.cloudflare\.com\/turnstile\/v0\/api\.js/;

/** Stubs Cloudflare's Turnstile script: it issues a token for each widget, and another after each reset. */
const TURNSTILE = `
  let given = 0;
  const widgets = new Map();
  const give = (options) => options.callback('token-' + ++given);
  window.turnstile = {
    render(container, options) {
      const id = 'widget-' + widgets.size;
      widgets.set(id, options);
      container.textContent = 'Turnstile for ' + options.sitekey;
      give(options);
      return id;
    },
    reset: (id) => give(widgets.get(id)),
    remove: () => {},
  };
`;

/**
 * Stubs a stage with a captcha: its pages carry the site key. Needs a context without service worker, which would
 * answer below /app from its cache.
 */
async function withCaptcha(page: Page): Promise<void> {
  // Chromium gives a page that a test fulfils no IP address space, so requests to the local machine must be allowed.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(/\/(login|app)(\/|\?|$)/, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    const body = withoutMarkup(await response.text()).replace('"captchaSiteKey":null', '"captchaSiteKey":"0x4AAA"');
    const policy = response.headers()['content-security-policy']!;
    const headers = {
      ...response.headers(),
      'content-security-policy': policy.replace(
        "script-src 'self'",
        "script-src 'self' https://challenges.cloudflare.com",
      ),
    };
    await route.fulfill({ response, body, headers });
  });
}

test('loads no Cloudflare script without a site key', async ({ open }) => {
  const page = await open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/app/auth/signup');
  await expect(title(page, 'Create your account')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Security check' })).toBeHidden();
  expect(asked.filter((url) => url.includes('cloudflare'))).toEqual([]);
});

test('sends a new captcha token with each attempt', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const page = await open();
  await withCaptcha(page);
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: TURNSTILE }));
  const tokens: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().includes('/auth/v1/')) return;
    const body = request.postDataJSON() as { gotrue_meta_security?: { captcha_token?: string } } | null;
    const path = new URL(request.url()).pathname.split('/').pop()!;
    tokens.push(`${path} ${body?.gotrue_meta_security?.captcha_token}`);
  });
  const check = page.getByRole('group', { name: 'Security check' });

  await openAccount(page, freshEmail('new'), PASSWORD);
  await expect(title(page, 'Confirm your email')).toBeVisible();
  await page.goto('/login?mode=link');
  await expect(check).toHaveText('Turnstile for 0x4AAA');
  await page.getByLabel('Email').fill(photographer.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(title(page, 'Check your inbox')).toBeVisible();
  await page.goto('/login?mode=forgot');
  await expect(check).toBeVisible();
  await page.getByLabel('Email').fill(freshEmail('stranger'));
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(title(page, 'Check your inbox')).toBeVisible();
  await page.goto('/login');
  faults.allowStatus(400, '/auth/v1/token');
  await signIn(page, { ...photographer, password: 'not this one' });
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  await signIn(page, photographer);
  await expect(title(page, `Hello, ${photographer.account.name}`)).toBeVisible();
  expect(tokens.filter((entry) => !entry.startsWith('logout'))).toEqual([
    'signup token-1',
    'otp token-1',
    'recover token-1',
    'token token-1',
    'token token-2',
  ]);
});

test('explains a captcha that fails or does not load', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const page = await open();
  await withCaptcha(page);
  let loads = 0;
  await page.route(SCRIPT, (route) =>
    loads++ === 0 ? route.fulfill({ status: 503 }) : route.fulfill({ contentType: 'text/javascript', body: TURNSTILE }),
  );
  faults.allowStatus(503, '/turnstile/v0/api.js');
  await page.goto('/login');
  await expect(page.getByText('The security check didn’t load.')).toBeVisible();
  await signIn(page, photographer);
  await expect(page.getByRole('alert')).toContainText('The security check isn’t ready yet.');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('The security check didn’t load.')).toBeHidden();

  await routeOnce(page, /grant_type=password/, (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'captcha_failed', message: 'captcha' },
      headers: {
        'x-supabase-api-version': '2024-01-01',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': '*',
      },
    }),
  );
  faults.allowStatus(400, '/auth/v1/token');
  await signIn(page, photographer);
  await expect(page.getByRole('alert')).toHaveText('The security check failed. Try again.');
  await signIn(page, photographer);
  await expect(title(page, `Hello, ${photographer.account.name}`)).toBeVisible();
});
