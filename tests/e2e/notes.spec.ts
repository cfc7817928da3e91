import type { Page } from '@playwright/test';
import { variants } from '../support/long.ts';
import { database } from './support/database.ts';
import { notice } from './support/notice.ts';
import { makeMember, makePhotographer, type Photographer } from './support/photographer.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes' });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const undo = (page: Page) => notice(page, 'Changes discarded').getByRole('button', { name: 'Undo' }).click();
const changed = (page: Page) => page.getByRole('status').filter({ hasText: 'Someone else changed these notes' });

/** Both pages with notes: how to create the record, and its table. */
const PAGES = [
  {
    noun: 'client',
    table: 'customers',
    mutation: 'customers.setNotes',
    make: (studio: Photographer, text: string) => makeCustomer(studio, { name: 'Ada', notes: text }),
    path: (id: string) => `/app/clients/customers/${id}`,
  },
  {
    noun: 'session',
    table: 'sessions',
    mutation: 'sessions.setNotes',
    make: async (studio: Photographer, text: string) =>
      makeSession(studio, await makeCustomer(studio, { name: 'Ada' }), { notes: text }),
    path: (id: string) => `/app/clients/sessions/${id}`,
  },
] as const;

interface News {
  hold: () => void;
  release: () => void;
}

/** Delays messages from the server to this window until `release`; messages from the window pass. */
async function holdNews(page: Page): Promise<News> {
  let isHeld = false;
  let sends: (() => void)[] = [];
  await page.routeWebSocket(/\/zero\/sync\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (isHeld) sends.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold: () => (isHeld = true),
    release: () => {
      isHeld = false;
      for (const send of sends) send();
      sends = [];
    },
  };
}

for (const { noun, table, mutation, make, path } of variants(PAGES, 1)) {
  const stored = async (id: string) =>
    (await database().query<{ notes: string }>(`select notes from ${table} where id = $1`, [id])).rows[0]?.notes;
  const openBoth = async (
    open: (options: { as: Photographer }) => Promise<Page>,
    text: string,
    prepare?: (mine: Page) => Promise<void>,
  ) => {
    const studio = await makePhotographer();
    const assistant = await makeMember(studio, 'assistant');
    const id = await make(studio, text);
    const [mine, theirs] = [await open({ as: studio }), await open({ as: assistant })];
    await prepare?.(mine);
    for (const page of [mine, theirs]) {
      await page.goto(path(id));
      await expect(notes(page)).toHaveValue(text);
    }
    return { id, mine, theirs };
  };

  test(`keeps both versions of ${noun} notes until the user chooses`, async ({ open }) => {
    const { id, mine, theirs } = await openBoth(open, 'Two dogs');
    await notes(mine).fill('Two dogs, one cat');
    await notes(theirs).fill('Late');
    await press(theirs, 'Save notes');
    await expect(mine.getByRole('blockquote')).toHaveText('Late');
    await expect(notes(mine)).toHaveValue('Two dogs, one cat');
    await expect(mine.getByRole('button', { name: 'Save notes' })).toBeDisabled();
    // Draft and conflict survive a reload.
    await mine.reload();
    await expect(mine.getByRole('blockquote')).toHaveText('Late');
    await expect(notes(mine)).toHaveValue('Two dogs, one cat');
    await press(mine, 'Keep both');
    await expect(changed(mine)).toBeHidden();
    await expect(notes(mine)).toBeFocused();
    await expect(notes(mine)).toHaveValue('Late\n\nTwo dogs, one cat');
    await press(mine, 'Save notes');
    await expect.poll(() => stored(id)).toBe('Late\n\nTwo dogs, one cat');
    // The reload broke a socket: zero-cache refuses the next one once, and the client waits before it reconnects.
    await expect(notes(theirs)).toHaveValue('Late\n\nTwo dogs, one cat', { timeout: 45_000 });
    await expect(mine.getByText('Not saved yet')).toBeHidden();
  });

  test(`keeps mine, takes theirs or discards the draft of ${noun} notes`, { tag: '@long' }, async ({ open }) => {
    const { id, mine, theirs } = await openBoth(open, 'Two dogs');
    await notes(mine).fill('Mine');
    await notes(theirs).fill('Theirs');
    await press(theirs, 'Save notes');
    await expect(mine.getByRole('blockquote')).toHaveText('Theirs');
    await press(mine, 'Keep mine');
    await expect(notes(theirs)).toHaveValue('Mine');
    expect(await stored(id)).toBe('Mine');

    await notes(theirs).fill('Mine and theirs');
    await notes(mine).fill('Emptied');
    await notes(mine).fill('');
    await press(mine, 'Save notes');
    await expect(theirs.getByRole('blockquote')).toHaveText('(empty)');
    await press(theirs, 'Keep theirs');
    await expect(changed(theirs)).toBeHidden();
    await expect(notes(theirs)).toHaveValue('');
    // Both discards can be undone.
    await undo(theirs);
    await expect(notes(theirs)).toHaveValue('Mine and theirs');
    await expect(notes(theirs)).toBeFocused();
    await press(theirs, 'Keep theirs');
    await expect(notes(theirs)).toHaveValue('');

    await notes(theirs).fill('Nothing of importance');
    await expect(theirs.getByText('Not saved yet')).toBeVisible();
    await press(theirs, 'Discard');
    await expect(notes(theirs)).toHaveValue('');
    await undo(theirs);
    await expect(notes(theirs)).toHaveValue('Nothing of importance');
    await press(theirs, 'Discard');
    await expect(notes(theirs)).toHaveValue('');
    // A reload does not bring it back either.
    await theirs.reload();
    await expect(notes(theirs)).toHaveValue('');
    expect(await stored(id)).toBe('');
  });

  test(`keeps the text of refused ${noun} notes`, { tag: '@long' }, async ({ open, faults }) => {
    let news!: News;
    const { id, mine, theirs } = await openBoth(open, 'Two dogs', async (page) => void (news = await holdNews(page)));
    faults.allowRefusedMutation(mutation);
    news.hold();
    await notes(theirs).fill('Late');
    await press(theirs, 'Save notes');
    await expect.poll(() => stored(id)).toBe('Late');
    await notes(mine).fill('Two dogs, one cat');
    await press(mine, 'Save notes');
    news.release();
    await expect(mine.getByRole('blockquote')).toHaveText('Late');
    await expect(notes(mine)).toHaveValue('Two dogs, one cat');
    expect(await stored(id)).toBe('Late');
    await press(mine, 'Keep mine');
    await expect.poll(() => stored(id)).toBe('Two dogs, one cat');
    await expect(changed(mine)).toBeHidden();
  });

  test(`keeps text typed after saving ${noun} notes, also when leaving before the result`, async ({ open }) => {
    let news!: News;
    const { id, mine } = await openBoth(open, 'Two dogs', async (page) => void (news = await holdNews(page)));
    news.hold();
    await notes(mine).fill('Two dogs, one cat');
    await press(mine, 'Save notes');
    await notes(mine).fill('Two dogs, one cat, no birds');
    await mine.getByRole('link', { name: 'Home' }).first().click();
    await expect(notes(mine)).toBeHidden();
    await expect.poll(() => stored(id)).toBe('Two dogs, one cat');
    news.release();
    // The result has arrived: the rest of the draft is based on the stored text.
    const kept = () =>
      mine.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.includes('-notes:'));
        return key ? (JSON.parse(localStorage.getItem(key) ?? '') as unknown) : null;
      });
    await expect.poll(kept).toEqual({ text: { value: 'Two dogs, one cat, no birds', base: 'Two dogs, one cat' } });
    await mine.goBack();
    await expect(notes(mine)).toHaveValue('Two dogs, one cat, no birds');
    await expect(changed(mine)).toBeHidden();
    await expect(mine.getByText('Not saved yet')).toBeVisible();
  });
}

test('refuses notes that are too long and shows by how much', async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  await page.goto(PAGES[0].path(await PAGES[0].make(studio, '')));
  await notes(page).fill('x'.repeat(10_002));
  await expect(page.getByText('2 characters too long.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save notes' })).toBeDisabled();
  await notes(page).press('Backspace');
  await notes(page).press('Backspace');
  await press(page, 'Save notes');
  await expect(page.getByText('Not saved yet')).toBeHidden();
});
