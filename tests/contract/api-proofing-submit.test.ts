import { beforeEach, describe, expect, it } from 'vitest';
import { proofing } from '#core/api/proofing.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { ChoosingBrowser, choosingGallery, insertSelection } from '../support/proofing.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api);

beforeEach(async () => {
  await api.db.pool.query('delete from outbox');
  api.mails.length = 0;
});

const query = async (sql: string, values: unknown[]) => (await api.db.pool.query(sql, values)).rows as Row[];

/** A gallery with a selection, one invited person, and photos of which the first `picked` are chosen. */
async function makeChoice(values: Parameters<typeof insertSelection>[3], picked = 0) {
  const { galleryId, photos } = await choosingGallery(api, studio);
  const { cookie, grantId } = await invitedVisitor(api, studio, galleryId, { can_select: true, can_comment: true });
  const browser = new ChoosingBrowser(api, galleryId, [cookie]);
  const listId = await insertSelection(api, studio, galleryId, values);
  for (const photo of photos.slice(0, picked)) await browser.pick(photo.id, { listId });
  return { galleryId, photos, browser, listId, personId: grantId };
}

const setList = (listId: string, changes: string) =>
  api.db.pool.query(`update pick_lists set ${changes} where id = $1`, [listId]);

describe('a selection', () => {
  it('is submitted once, however often it is sent, and tells the studio and the client', async () => {
    const { browser, listId, photos } = await makeChoice({ min_count: 2 }, 2);
    const answers = await Promise.all([1, 2, 3].map(() => browser.submit(listId, 2, 'The first is the cover.')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { list } = answers[0]!.read(proofing.submit);
    expect(list).toMatchObject({ status: 'submitted', closed: 'submitted', round: 1 });
    const rounds = await query(
      `select round, note, photo_ids @> $2 and jsonb_array_length(photo_ids) = 2 as "isBoth"
       from pick_rounds where list_id = $1`,
      [listId, JSON.stringify([photos[0]!.id, photos[1]!.id])],
    );
    expect(rounds).toEqual([{ round: 1, note: 'The first is the cover.', isBoth: true }]);
    expect((await browser.pick(photos[2]!.id, { listId })).error.code).toBe('selection_closed');
    expect((await browser.unpick(photos[0]!.id, listId)).error.code).toBe('selection_closed');
    await runOutbox(api.jobs);
    expect(api.mails.length).toBeGreaterThanOrEqual(2);
    const [notice] = api.mails.filter(({ to }) => to === 'owner@example.org');
    const client = api.mails.find(({ to }) => to !== 'owner@example.org');
    expect(notice).toMatchObject({ replyTo: client!.to });
  });

  it('is refused below its minimum, after a change by the partner, after its last day and while it is locked', async () => {
    const { browser, listId, photos } = await makeChoice({ min_count: 2 }, 1);
    const refusal = async (version: number) => {
      const { code, params } = (await browser.submit(listId, version)).error;
      return { code, ...params };
    };
    expect(await refusal(1)).toMatchObject({ code: 'selection_incomplete', min: 2, count: 1 });
    await browser.pick(photos[1]!.id, { listId });
    expect(await refusal(1)).toMatchObject({ code: 'selection_changed', version: 2 });
    await setList(listId, `due_at = to_timestamp(${(api.clock.now() - 1000) / 1000})`);
    expect(await refusal(2)).toMatchObject({ code: 'selection_closed' });
    await setList(listId, 'allow_after_due = true');
    expect((await browser.submit(listId, 2)).status).toBe(200);
    await setList(listId, `status = 'locked'`);
    expect(await refusal(9)).toMatchObject({ code: 'selection_closed' });
  });

  it('that was opened again keeps its rounds, and takes no submission of before', async () => {
    const { browser, listId, photos } = await makeChoice({}, 1);
    await browser.submit(listId, 1);
    await setList(listId, `status = 'open'`);
    expect((await browser.submit(listId, 1)).error.code).toBe('selection_changed');
    const { version } = (await browser.pick(photos[1]!.id, { listId })).read(proofing.pick).list;
    expect((await browser.submit(listId, version)).read(proofing.submit).list.round).toBe(2);
    const sizes = `select jsonb_array_length(photo_ids) as count from pick_rounds where list_id = $1 order by round`;
    expect(await query(sizes, [listId])).toEqual([{ count: 1 }, { count: 2 }]);
  });

  it('counts a photo once, also if several people picked it, and none that is hidden', async () => {
    const { browser, listId, photos, galleryId } = await makeChoice({}, 2);
    const { cookie } = await invitedVisitor(api, studio, galleryId, { can_select: true });
    const partner = new ChoosingBrowser(api, galleryId, [cookie]);
    await partner.pick(photos[0]!.id, { listId });
    const { version } = (await partner.pick(photos[2]!.id, { listId, state: 'reject' })).read(proofing.pick).list;
    await api.db.pool.query('update photos set is_hidden = true where id = $1', [photos[1]!.id]);
    await browser.submit(listId, version);
    expect(await query('select photo_ids from pick_rounds where list_id = $1', [listId])).toEqual([
      { photo_ids: [photos[0]!.id] },
    ]);
  });
});

describe('extra photos', () => {
  /** Inserts the confirmed session of a gallery, which costs 120. */
  async function makeSession(galleryId: string): Promise<string> {
    const id = newId();
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const customer_id = await insertCustomer(api.db.pool, studio.id);
    const booked = { customer_id, type: 'Wedding', status: 'completed', date: new Date(api.clock.now() - DAY_MS) };
    await insertRow(api.db.pool, 'sessions', { id, ...author, ...booked, gallery_id: galleryId });
    await api.db.pool.query('update session_billing set payment_amount = 12000 where session_id = $1', [id]);
    return id;
  }
  const paymentsOf = (sessionId: string) =>
    query(`select purpose, amount, status from payments where session_id = $1 order by created_at, id`, [sessionId]);
  const priceOf = async (sessionId: string) =>
    (await query('select payment_amount as amount from session_billing where session_id = $1', [sessionId]))[0]![
      'amount'
    ];

  it('are a pending payment of the gallery’s session, which follows the next round', async () => {
    const { browser, listId, photos, galleryId } = await makeChoice({ included_count: 1, extraPrice: 1500 }, 3);
    const sessionId = await makeSession(galleryId);
    const answer = (await browser.submit(listId, 3)).read(proofing.submit);
    expect(answer).toMatchObject({ extraCount: 2, extraAmount: 3000 });
    expect(await paymentsOf(sessionId)).toEqual([{ purpose: 'extras', amount: 3000, status: 'pending' }]);
    expect(await priceOf(sessionId)).toBe(15_000);
    await setList(listId, `status = 'open'`);
    const { list } = (await browser.unpick(photos[2]!.id, listId)).read(proofing.unpick);
    await browser.submit(listId, list!.version);
    expect(await paymentsOf(sessionId)).toEqual([{ purpose: 'extras', amount: 1500, status: 'pending' }]);
    expect(await priceOf(sessionId)).toBe(13_500);
  });

  it('that were paid are not charged twice: a new round adds the difference', async () => {
    const { browser, listId, photos, galleryId } = await makeChoice({ included_count: 1, extraPrice: 1500 }, 2);
    const sessionId = await makeSession(galleryId);
    await browser.submit(listId, 2);
    await api.db.pool.query(`update payments set status = 'paid' where session_id = $1`, [sessionId]);
    await setList(listId, `status = 'open'`);
    const { list } = (await browser.pick(photos[2]!.id, { listId })).read(proofing.pick);
    await browser.submit(listId, list.version);
    expect(await paymentsOf(sessionId)).toEqual([
      { purpose: 'extras', amount: 1500, status: 'paid' },
      { purpose: 'extras', amount: 1500, status: 'pending' },
    ]);
  });
});
