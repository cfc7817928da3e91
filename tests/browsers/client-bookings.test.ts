import { beforeAll, expect } from 'vitest';
import { connectStripe } from '#local/demo/studio.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { CLIENT_LINK_MS } from '#core/domain/clients/client-links.ts';
import { hashToken, makeToken } from '#functions/platform/auth/secrets.ts';
import { insertRow, newId } from '../support/rows.ts';
import { offerSession, openBooking } from '../e2e/support/booking.ts';
import { database } from '../e2e/support/database.ts';
import { makeGallery } from '../e2e/support/galleries.ts';
import { freshEmail, makePhotographer, type Photographer } from '../e2e/support/photographer.ts';
import { makeCustomer, makeSession } from '../e2e/support/sessions.ts';
import type { BrowserWindow } from './support/browser-window.ts';
import { flow } from './support/flow.ts';

let studio: Photographer;
let type: string;

beforeAll(async () => {
  studio = await makePhotographer('Estudi Llevant');
  await openBooking(studio);
  await connectStripe(studio.api);
  type = await offerSession(studio, { price: { price: 18_000, deposit: 5_000 } });
  await askForDocuments();
});

const authored = () => ({ account_id: studio.account.id, author_id: studio.session.user.id });

/** The session type asks for a deposit by card, a contract and a questionnaire. */
async function askForDocuments(): Promise<void> {
  const [contract, questionnaire] = [newId(), newId()];
  const body = '{{client}} books {{type}} for {{price}}.';
  await insertRow(database(), 'contract_templates', {
    id: contract,
    ...authored(),
    name: 'Agreement',
    texts: JSON.stringify({ en: { title: 'Portrait agreement', body } }),
  });
  await insertRow(database(), 'questionnaire_templates', {
    id: questionnaire,
    ...authored(),
    name: 'Before',
    texts: JSON.stringify({ en: { title: 'Before your session', intro: '' } }),
    questions: JSON.stringify([
      { id: newId(), kind: 'short', label: { en: 'Who is coming?' }, isRequired: true, options: [] },
      { id: newId(), kind: 'yesNo', label: { en: 'May we show photos?' }, isRequired: true, options: [] },
    ]),
  });
  await database().query(
    `update session_types set online_payment = 'deposit', contract_template_id = $2, questionnaire_template_id = $3
     where id = $1`,
    [type, contract, questionnaire],
  );
}

/** A day of the next month, on which changes are still possible. */
async function chooseTime(window: BrowserWindow): Promise<void> {
  await window.click('button', 'Next month');
  await (
    await window.part(
      'a free day',
      () => document.querySelectorAll('td button:not([disabled], [aria-disabled=true])')[4] ?? null,
    )
  ).click();
  await (await window.part('a time', () => document.querySelector('main li button'))).click();
}

const heading = (window: BrowserWindow, title: string) => window.find('heading', title);

flow('books, pays by card, signs, answers and cancels', { expected: [/404.*\/bookings\//] }, async (window) => {
  await window.goto(`/p/${studio.account.slug}/book`);
  await window.click('link', /Portrait/);
  await heading(window, 'Choose a date and time');
  await chooseTime(window);
  await heading(window, 'Your details');
  await window.sees(/Held for you/);
  await window.click('button', 'Order with obligation to pay');
  await window.sees('Enter your name.');
  await window.type('Name', 'Marta Soler');
  await window.type('Email', freshEmail('marta'));
  // Back to the times and forward again: what was typed is still there.
  await window.driver.back();
  await heading(window, 'Choose a date and time');
  await window.driver.forward();
  await heading(window, 'Your details');
  await window.waitFor('the name', () =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Marta Soler'),
  );
  await window.click('button', 'Order with obligation to pay');
  await heading(window, 'Checkout');
  await window.click('button', /€50/);

  await window.find('button', /^Pay the balance: €130/);
  await window.click('link', /^Sign the contract/);
  await window.sees(/books Portrait for €180/);
  await window.type('Your full name', 'Marta Soler');
  await window.click('checkbox', /^I have read the whole text/);
  await window.click('button', 'Sign');
  await window.sees(/Signed by Marta Soler on/);
  const signed = await window.download(() => window.click('link', /PDF/));
  expect(signed.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  await window.click('link', /Back to your booking/);
  await window.click('link', /^Answer a few questions/);
  await window.type(/^Who is coming/, 'Two of us and the dog');
  await window.click('radio', 'Yes');
  await window.click('button', 'Send answers');
  await window.sees(/has your answers/);

  // Each page of the booking is one entry of the history.
  await window.driver.back();
  await window.find('link', /^Questions answered/);
  await window.click('link', 'Cancel session');
  // Cancelling keeps the deposit, which a withdrawal would return.
  await window.find('link', 'Withdraw from the contract here');
  await window.type(/^Reason/, 'We are moving house.');
  await window.click('button', 'Cancel session');
  await heading(window, 'This session is cancelled');
});

/** Makes a client with a session, a gallery for invited people and a link. Returns the path of their page. */
async function makeClientPage(): Promise<string> {
  const email = freshEmail('ada');
  const customer = await makeCustomer(studio, { name: 'Ada & Pau', email });
  const gallery = await makeGallery(studio, {
    name: 'By the sea',
    photos: 6,
    values: { customer_id: customer, visibility: 'invite' },
  });
  const date = new Date(Date.now() + 7 * DAY_MS);
  await makeSession(studio, customer, { session_type_id: type, type: 'Portrait', gallery_id: gallery.id, date });
  const [id, token, now] = [newId(), makeToken(), Date.now()];
  const times = { created_at: new Date(now), sent_at: new Date(now), expires_at: new Date(now + CLIENT_LINK_MS) };
  await insertRow(database(), 'client_links', { id, ...authored(), customer_id: customer, email, ...times });
  await insertRow(database(), 'client_link_tokens', {
    token_hash: hashToken(token),
    account_id: studio.account.id,
    link_id: id,
  });
  return `/p/${studio.account.slug}/client/${token}`;
}

flow('leads from the client’s page to gallery and photo, and back', {}, async (window) => {
  const path = await makeClientPage();
  await window.goto(path);
  await heading(window, 'Hello, Ada & Pau');
  const before = await window.driver.evaluate(() => history.length);
  await window.click('button', /^By the sea/);
  await heading(window, 'By the sea');
  await window.click('link', 'Photo 1 of 6');
  const isShown = () =>
    window.waitFor('the photo', () =>
      [...document.querySelectorAll<HTMLImageElement>('.pswp__item[aria-hidden=false] img')].some(
        (image) => image.alt === 'Photo 1 of 6' && image.naturalWidth > 0,
      ),
    );
  await isShown();
  expect(await window.driver.evaluate(() => history.length)).toBe(before + 2);
  await window.driver.back();
  await window.waitFor('the grid alone', () => !document.querySelector('.pswp'));
  await window.driver.back();
  await heading(window, 'Hello, Ada & Pau');
  await window.driver.forward();
  await heading(window, 'By the sea');
  await window.driver.forward();
  await isShown();
  await window.goto(path);
  await window.click('button', /^View or change/);
  await window.find('link', 'Cancel session');
});
