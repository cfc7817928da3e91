import { expect } from '@playwright/test';
import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';

interface TestPage {
  path: string;
  title: string;
  /** Text of its only heading. */
  heading: string;
  /** Columns of the row. */
  values?: object;
}

const rowsOf = (...blocks: object[]) =>
  JSON.stringify([
    {
      id: newId(),
      v: 1,
      look: {},
      cells: [{ id: newId(), span: 12, blocks: blocks.map((block) => ({ id: newId(), ...block })) }],
    },
  ]);

let order = 0;

/** Inserts the draft of a page with one heading, and further blocks. */
export async function makePage(
  { account, session }: Photographer,
  { path, title, heading, values = {} }: TestPage,
  ...blocks: object[]
): Promise<string> {
  const id = newId();
  await insertRow(database(), 'pages', {
    id,
    account_id: account.id,
    author_id: session.user.id,
    path,
    title,
    description: `About ${title}.`,
    rows: rowsOf({ kind: 'heading', text: heading, level: 1 }, ...blocks),
    order: order++,
    ...values,
  });
  return id;
}

/** Changes the draft's heading. */
export async function changeHeading(pageId: string, heading: string): Promise<void> {
  const rows = rowsOf({ kind: 'heading', text: heading, level: 1 });
  await database().query('update pages set rows = $2, updated_at = clock_timestamp() where id = $1', [pageId, rows]);
}

/** Waits until the server has published this many releases. */
export async function expectReleases({ account }: Photographer, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const sql = 'select from site_releases r join site_state s using (account_id) where account_id = $1';
      return (await database().query(sql, [account.id])).rowCount;
    })
    .toBe(count);
}
