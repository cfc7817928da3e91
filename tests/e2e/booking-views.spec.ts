import { minuteOfDay } from '#core/domain/values/time.ts';
import { isLong } from '../support/long.ts';
import { expectNothingSerious } from './support/axe.ts';
import { openBooking, offerSession } from './support/booking.ts';
import { showDay, times } from './support/booking-steps.ts';
import { freshEmail, makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const WORDS = {
  es: {
    name: 'Retrato',
    type: 'Reserva una sesión',
    time: 'Elige día y hora',
    who: 'Tus datos',
    book: 'Pedido con obligación de pago',
  },
  ca: {
    name: 'Retrat',
    type: 'Reserva una sessió',
    time: 'Tria dia i hora',
    who: 'Les teves dades',
    book: 'Comanda amb obligació de pagament',
  },
} as const;

for (const [language, words] of Object.entries(WORDS)) {
  // One of both is enough for the screens; the tests beside locales compare all texts.
  test(`books a session in three steps in ${language}`, { tag: language === 'es' ? '@long' : [] }, async ({ open }) => {
    const studio = await makePhotographer('Estudi Llum');
    await openBooking(studio);
    const settings = { translations: { [language]: { name: words.name } } };
    await offerSession(studio, { type: { settings }, price: { price: 18_000, deposit: 0 } });
    const page = await open();
    const titled = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    // The link is followed before the page's script runs.
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => scripts.promise.then(() => route.continue()));
    await page.goto(`/p/${studio.account.slug}/book?lng=${language}`, { waitUntil: 'commit' });
    await titled(words.type);
    await expect(page.getByText(/180\s€/)).toBeVisible();
    await page.getByRole('link', { name: words.name }).click({ noWaitAfter: true });
    scripts.resolve();
    await titled(words.time);
    await showDay(page);
    await times(page).first().click();
    await titled(words.who);
    const [name, email] = [page.getByRole('textbox').nth(0), page.getByRole('textbox').nth(1)];
    await name.fill('Marta Soler');
    await email.fill(freshEmail('marta'));
    await page.getByRole('button', { name: words.book }).click();
    await titled(language === 'es' ? 'Tu sesión está reservada' : 'La teva sessió està reservada');
    await expect(page.getByText(words.name, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'English' }).click();
    await titled('Your session is booked');
    await expect(page.getByText('Portrait', { exact: true })).toBeVisible();
  });
}

test('shows the studio’s time zone, the visitor’s on request, and the clock of the visitor’s region', async ({
  browser,
  faults,
}) => {
  const studio = await makePhotographer('Estudi Llum');
  await openBooking(studio);
  await offerSession(studio);
  const context = await browser.newContext({ timezoneId: 'America/New_York', locale: 'en-US' });
  faults.watch(context);
  const page = await context.newPage();
  await page.goto(`/p/${studio.account.slug}/book`);
  await page.getByRole('link', { name: 'Portrait' }).click();
  await showDay(page);
  await expect(page.getByText('Times are shown in the studio’s time zone (Madrid). You’re in New York.')).toBeVisible();
  await expect(times(page).first()).toHaveText('10:00 am');
  await page.getByRole('button', { name: 'Show New York time' }).click();
  // The difference is four or five hours: in some weeks only one of the two zones has summer time.
  await expect(times(page).first()).toHaveText(/^[45]:00\sam$/);
  const hour = Number.parseInt(await times(page).first().innerText(), 10);
  await times(page).first().click();
  await expect(page.getByRole('main')).toContainText(`${hour}:00 am–${hour + 1}:00 am (New York)`);
  const start = Number(new URL(page.url()).searchParams.get('start'));
  expect(minuteOfDay(start, 'America/New_York')).toBe(hour * 60);
  await expect(page.getByRole('main')).toContainText(/At the studio: .*10:00\sam–11:00\sam \(Madrid\)/);
  await context.close();
});

test('shows the next free time in an empty month', async ({ open }) => {
  const studio = await makePhotographer('Estudi Llum');
  await openBooking(studio, { horizonDays: 365 });
  const start = new Date();
  start.setUTCMonth(start.getUTCMonth() + 5, 3);
  await offerSession(studio, { plan: { start_date: start } });
  const page = await open();
  await page.goto(`/p/${studio.account.slug}/book`);
  await page.getByRole('link', { name: 'Portrait' }).click();
  await expect(times(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(page.getByText(/^No times available in/)).toBeVisible();
  await page.getByRole('button', { name: /^Show / }).click();
  await expect(times(page).first()).toBeVisible();
});

test('axe reports no serious violation in any step', async ({ open, faults }) => {
  const studio = await makePhotographer('Estudi Llum');
  await openBooking(studio, { pageText: 'In my studio by the sea.' });
  await offerSession(studio, { price: { price: 18_000, deposit: 5_000 } });
  faults.allowStatus(404, /\/bookings\//);
  const page = await open();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  let theme: 'light' | 'dark' = 'light';
  const turn = async () => {
    theme = theme === 'light' ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator(`html[data-theme=${theme}]`)).toBeAttached();
  };
  // `npm test` audits every second step in the dark theme, whose colours are the same on all.
  const look = async (step: string) => {
    await expectNothingSerious(page, `${step}, ${theme}`);
    await turn();
    if (isLong) await expectNothingSerious(page, `${step}, ${theme}`, { rules: ['color-contrast'] });
  };
  await page.goto(`/p/${studio.account.slug}`);
  await expect(page.getByRole('link', { name: 'Portrait' })).toBeVisible();
  await look('studio');
  await page.goto(`/p/${studio.account.slug}/book`);
  await expect(page.getByRole('link', { name: 'Portrait' })).toBeVisible();
  await look('types');
  await page.getByRole('link', { name: 'Portrait' }).click();
  await showDay(page);
  await look('times');
  await times(page).first().click();
  await expect(page.getByRole('timer')).toHaveText(/Held for you/);
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await look('details');
  await page.getByLabel('Name').fill('Marta Soler');
  await page.getByLabel('Email').fill(freshEmail('marta'));
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await expect(page.getByRole('link', { name: 'Add to calendar' })).toBeVisible();
  await look('booked');
  await page.getByRole('link', { name: 'Change time' }).click();
  await times(page).first().click();
  await expect(page.getByRole('button', { name: 'Change time' })).toBeVisible();
  await look('move');
  await page.goto(page.url().replace(/\?.*/, '?step=cancel'));
  await expect(page.getByLabel('Reason')).toBeVisible();
  await look('cancel');
  await page.goto(`/p/${studio.account.slug}/booking/${'a'.repeat(43)}`);
  await expect(page.getByRole('link', { name: /^Write to/ })).toBeVisible();
  await look('link-invalid');
});
