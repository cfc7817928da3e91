import { expect, type Locator, type Page } from '@playwright/test';
import { database } from './database.ts';

export const title = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });

/** Fills in and submits the sign-up form. */
export async function openAccount(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/app/auth/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Chooses an account with this email on a provider's page; `tells` picks the claims that it shares. */
export async function consent(
  page: Page,
  provider: string,
  { email, tells, decision = 'Continue' }: { email: string; tells?: RegExp; decision?: 'Continue' | 'Cancel' },
): Promise<void> {
  await expect(title(page, `Sign in with ${provider}`)).toBeVisible();
  await page.getByRole('radio', { name: /^Another account/ }).check();
  await page.getByLabel('Name', { exact: true }).fill('Ana Roig');
  await page.getByLabel('Email address', { exact: true }).fill(email);
  if (tells) await page.getByRole('radio', { name: tells }).check();
  await page.getByRole('button', { name: decision }).click();
}

/** Returns a sign-in page whose form its script renders, for a test that changes the page's configuration. */
export const withoutMarkup = (html: string): string =>
  html.replace(/<div id="root">.*?<script type="application\/json" id="texts">/s, (found) =>
    found.replace(/^.*(?=<script)/s, '<div id="root"></div>'),
  );

/** Ends every session of a user, as from another device. */
export async function endSessions(email: string): Promise<void> {
  await database().query('delete from auth.sessions where user_id = (select id from auth.users where email = $1)', [
    email,
  ]);
}

/** Ages every link sent to a user by two hours. */
export async function letLinksExpire(email: string): Promise<void> {
  await database().query(
    `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '2 hours',
       recovery_sent_at = recovery_sent_at - interval '2 hours' where email = $1`,
    [email],
  );
}

/** Expires the access token of this window, then makes the window visible again. */
export async function letTokenExpire(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'))!;
    const session = JSON.parse(localStorage.getItem(key)!) as { expires_at: number };
    session.expires_at = Math.floor(Date.now() / 1000) - 60;
    localStorage.setItem(key, JSON.stringify(session));
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
}
