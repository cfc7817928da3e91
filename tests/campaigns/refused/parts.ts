import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { TOKEN_REQUESTS_PER_MINUTE } from '#web/lib/auth/token-requests.ts';
import { IMAGE_TOKEN_ACCOUNT_KEY } from '#web/lib/photo-grid/token-renewal.ts';
import type { Figure } from '../../bench/figure.ts';
import { type Studio, withStudio } from '../../bench/studio.ts';
import { mostInAMinute, RefusingServer, type Refusals } from '../../support/refusing-server.ts';
import { insertGallery } from '../../support/rows.ts';
import type { CampaignOptions, CampaignPart } from '../campaign.ts';

/** Time for which the server refuses: in full, longer than an image token lasts. */
const REFUSED_MS = { full: 5 * MINUTE_MS, miniature: 25 * SECOND_MS };
/** Time after which a page must have recovered. */
const RECOVERY_MS = MINUTE_MS;
const TYPED = 'Typed before the refusal';

/** Most requests and sockets of one window in any minute, with any answer of the server. */
const LIMITS = { sync: 8, live: 8, path: 12 };

/** Pages of a studio's owner, and one of a visitor of a gallery with an event, who may choose. */
async function openPages(studio: Studio, office: BrowserContext, visitor: BrowserContext) {
  const { account, database, stack } = studio;
  const values = {
    status: 'published',
    published_at: new Date(),
    visibility: 'link',
    guest_favourites: true,
    event_until: new Date(Date.now() + HOUR_MS),
  };
  const gallery = await insertGallery(database, account.id, { ...values, name: 'Refused' });
  const open = async (context: BrowserContext, path: string) => {
    const page = await context.newPage();
    await page.goto(stack.origin + path, { waitUntil: 'networkidle' });
    return page;
  };
  const owner = [
    await open(office, '/app/galleries/new'),
    await open(office, '/app'),
    await open(office, `/app/galleries/${gallery}`),
    await open(office, '/app/settings'),
  ];
  await owner[0]!.getByRole('textbox', { name: 'Name' }).fill(TYPED);
  return { owner, guest: await open(visitor, `/p/${account.slug}/gallery/${gallery}`) };
}

/** Makes a page of the back office renew its image token, as after a window with another account. */
const endImageToken = (page: Page) =>
  page.evaluate((key) => {
    localStorage.setItem(key, '"another"');
    dispatchEvent(new Event('focus'));
  }, IMAGE_TOKEN_ACCOUNT_KEY);

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'can’t be saved right now' });

/** Presses "Reconnect" where it is offered. @returns true if the page is connected afterwards */
async function recovers(page: Page): Promise<boolean> {
  await banner(page)
    .getByRole('button', { name: 'Reconnect' })
    .click({ timeout: 5 * SECOND_MS })
    .catch(() => {});
  return banner(page)
    .waitFor({ state: 'hidden', timeout: RECOVERY_MS })
    .then(
      () => true,
      () => false,
    );
}

async function measure(studio: Studio, bar: string, refusals: Refusals, ms: number): Promise<Figure[]> {
  const [office, visitor] = await Promise.all(
    [true, false].map(async (signedIn) => (await studio.open({ signedIn })).context()),
  );
  const servers = [await RefusingServer.install(office!), await RefusingServer.install(visitor!)];
  const { owner } = await openPages(studio, office!, visitor!);
  for (const server of servers) {
    server.sent.clear();
    server.refuse(refusals);
  }
  await Promise.all(owner.map(endImageToken));
  await sleep(ms);
  const shown = await Promise.all(owner.map((page) => banner(page).isVisible()));
  const [ofOffice, ofVisitor] = servers.map(({ sent }) => new Map(sent));
  for (const server of servers) server.accept();
  const recovered = [];
  for (const page of owner) recovered.push(await recovers(page));
  const kept = await owner[0]!.getByRole('textbox', { name: 'Name' }).inputValue();
  await Promise.all([office!.close(), visitor!.close()]);
  const refused = (what: string, value: number, limit: number, unit = 'a minute') => ({
    bar,
    what,
    value,
    limit,
    unit,
  });
  return [
    ...figuresOf('back office', ofOffice!, owner.length).map((figure) => refused(...figure)),
    ...figuresOf('visitor', ofVisitor!, 1).map((figure) => refused(...figure)),
    // A window whose sync is refused must say so.
    refused('windows that said nothing', refusals.sync ? shown.filter((one) => !one).length : 0, 0, 'windows'),
    refused('windows that did not recover', recovered.filter((one) => !one).length, 0, 'windows'),
    refused('texts that were lost', kept === TYPED ? 0 : 1, 0, 'texts'),
  ];
}

/** Returns what a window has sent in its worst minute, and the limit. */
function figuresOf(who: string, sent: ReadonlyMap<string, number[]>, windows: number): [string, number, number][] {
  const most = (kind: string) => mostInAMinute(sent.get(kind) ?? []);
  const paths = [...sent.keys()].filter((kind) => kind.includes(' '));
  const worst = paths.toSorted((one, other) => most(other) - most(one))[0];
  return [
    [`${who}: tokens, all windows`, most('token'), TOKEN_REQUESTS_PER_MINUTE],
    [`${who}: sync sockets`, most('sync') / windows, LIMITS.sync],
    [`${who}: product sockets`, most('live') / windows, LIMITS.live],
    [
      `${who}: ${worst?.replaceAll(/[0-9a-z]{24,}/g, '…') ?? 'requests'}`,
      worst ? most(worst) / windows : 0,
      LIMITS.path,
    ],
  ];
}

const part = (bar: string, refusals: Refusals): CampaignPart => ({
  minutes: 20,
  run: ({ isMiniature }: CampaignOptions) =>
    withStudio((studio) => measure(studio, bar, refusals, isMiniature ? REFUSED_MS.miniature : REFUSED_MS.full)),
});

/** `npm run campaign:refused`: what the pages of a browser send to servers that refuse. */
export const REFUSED: Readonly<Record<string, CampaignPart>> = {
  token: part('token', { sync: 'mixed' }),
  'token-and-auth-down': part('auth down', { sync: 'early', tokens: { status: 503 } }),
  'token-and-auth-busy': part('auth busy', { sync: 'late', tokens: { status: 429, retryAfter: 30 } }),
  error: part('error', { sync: 'error' }),
  busy: part('busy', { api: { status: 429, retryAfter: 30 }, live: true }),
  broken: part('broken', { api: { status: 500 }, live: true }),
};
