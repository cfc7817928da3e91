import { beforeEach, describe, expect, it } from 'vitest';
import { proofing } from '#core/api/proofing.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { MAX_COMMENT, MAX_STROKE_POINTS } from '#core/domain/galleries/comment-limits.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { hashNetwork } from '#functions/platform/http/network-prefix.ts';
import { invite, invitedVisitor } from '../support/gallery-invites.ts';
import { ChoosingBrowser, choosingGallery, insertSelection } from '../support/proofing.ts';
import { newId } from '../support/rows.ts';
import { makeStudio } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api);
const { galleryId, photos } = await choosingGallery(api, studio);
const [first, second] = [photos[0]!, photos[1]!];
const guest = (cookies: readonly string[] = []) => new ChoosingBrowser(api, galleryId, cookies);

beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  await api.db.pool.query('delete from outbox');
  api.mails.length = 0;
});

/** A line of points with as many digits as a number has. */
const line = (points: number) =>
  Array.from({ length: points }, (_, n) => [Math.SQRT1_2 / (n + 1), Math.E / 3 / (n + 1)]);

describe('a comment', () => {
  it('keeps its text as it is, with its pin and the largest drawing', async () => {
    const browser = guest();
    const body = '<img src=x onerror=alert(1)> "quoted" — 20 % \u202e';
    const values = { body, pin: { x: 0, y: 1 }, strokes: [line(MAX_STROKE_POINTS)] };
    const { comment } = (await browser.comment(first, values)).read(proofing.saveComment);
    expect(comment).toMatchObject({ pin: { x: 0, y: 1 }, isYou: true, isCurrent: true });
    expect(comment.body).toContain('<img src=x onerror=alert(1)>');
    expect(comment.strokes[0]).toHaveLength(MAX_STROKE_POINTS);
    expect(comment.strokes[0]![0]).toEqual([0.7071, 0.9061]);
  });

  it.each([
    ['nothing', { body: ' ' }],
    ['a text that is too long', { body: 'x'.repeat(MAX_COMMENT + 1) }],
    ['a pin outside the photo', { pin: { x: 1.01, y: 0 } }],
    [
      'a point outside the photo',
      {
        strokes: [
          [
            [0, 0],
            [0, -0.1],
          ],
        ],
      },
    ],
    ['a line of one point', { strokes: [[[0, 0]]] }],
    ['too many points', { strokes: [line(MAX_STROKE_POINTS), line(2)] }],
    ['too many lines', { strokes: Array.from({ length: 21 }, () => line(2)) }],
    [
      'something else than numbers',
      {
        strokes: [
          [
            ['0', 0],
            [Number.NaN, 1],
          ],
        ],
      },
    ],
  ])('of %s is refused', async (_, values) => {
    const answer = await guest().comment(first, values);
    expect([answer.status, answer.error.code]).toEqual([400, 'validation_failed']);
  });

  it('is changed and removed by its author only, and does not move to another photo', async () => {
    const [author, stranger, id] = [guest(), guest(), newId()];
    await author.comment(first, { body: 'Brighter' }, id);
    expect((await author.comment(first, { body: 'Darker' }, id)).status).toBe(200);
    expect((await author.comment(second, { body: 'Elsewhere' }, id)).error.code).toBe('not_found');
    expect((await stranger.comment(first, { body: 'Mine now' }, id)).error.code).toBe('not_found');
    expect((await stranger.comment(first, { parentId: id })).error.code).toBe('not_found');
    const remove = (browser: ChoosingBrowser) => browser.call(proofing.removeComment, { params: { commentId: id } });
    expect((await remove(stranger)).error.code).toBe('not_found');
    expect((await author.view()).comments).toMatchObject([{ id, body: 'Darker' }]);
    expect((await remove(author)).status).toBe(200);
    expect((await author.view()).comments).toEqual([]);
  });

  it('of a selection is seen by its people', async () => {
    const { cookie } = await invitedVisitor(api, studio, galleryId, { can_select: true, can_comment: true });
    const partner = await invitedVisitor(api, studio, galleryId, { can_select: true, can_comment: true });
    const [ana, pau] = [guest([cookie]), guest([partner.cookie])];
    const listId = await insertSelection(api, studio, galleryId);
    const { comment } = (await ana.comment(first, { listId })).read(proofing.saveComment);
    const answer = (await pau.comment(first, { parentId: comment.id })).read(proofing.saveComment);
    expect(answer.comment).toMatchObject({ parentId: comment.id, listId });
    expect((await ana.view()).comments.map(({ id }) => id)).toEqual(
      expect.arrayContaining([comment.id, answer.comment.id]),
    );
  });

  it('is bounded for a browser', async () => {
    const browser = guest();
    const codes = [];
    for (let i = 0; i < 62; i++) codes.push((await browser.comment(first)).status);
    expect(codes.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(codes[0]).toBe(200);
  });
});

describe('a mailed link', () => {
  const adopt = (browser: ChoosingBrowser, token: string) => browser.call(proofing.adopt, { body: { token } });
  /** Asks for a link to the choices of a guest with a heart, and returns its token. */
  async function mailedToken(email: string): Promise<{ token: string; author: ChoosingBrowser }> {
    const author = guest();
    await author.pick(first.id);
    await author.call(proofing.details, { body: { name: 'Iris', email } });
    await guest().call(proofing.recover, { body: { email } });
    await runOutbox(api.jobs);
    const mail = api.mails.find(({ to }) => to === email)!;
    return { token: /#adopt=([\w-]+)/.exec(mail.text)![1]!, author };
  }

  it('brings the choices to another browser, which adds its own, and works once', async () => {
    const { token, author } = await mailedToken('iris@example.org');
    const phone = guest();
    await phone.pick(second.id);
    const view = (await adopt(phone, token)).read(proofing.adopt);
    expect(view.person).toMatchObject({ name: 'Iris', email: 'iris@example.org' });
    expect(view.picks.map(({ photoId }) => photoId).toSorted()).toEqual([first.id, second.id].toSorted());
    expect((await author.view()).picks).toHaveLength(2);
    // The same browser again: an answer that was lost.
    expect((await adopt(phone, token)).status).toBe(200);
    expect((await adopt(guest(), token)).error.code).toBe('invite_used');
  });

  it('to an invited person counts for the network of who asked, beside the studio’s own', async () => {
    const { email, grantId } = await invite(api, studio, galleryId);
    const deliveries = async () =>
      (
        await api.db.pool.query(
          'select part, network_hash as network from mail_deliveries where subject_id = $1 order by sent_at',
          [grantId],
        )
      ).rows;
    const own = { part: 'studio', network: null };
    expect(await deliveries()).toEqual([own]);
    const resend = { as: studio.owner, account: studio.id };
    expect((await api.call('POST', `/api/auth/invite/${grantId}/resend`, resend)).status).toBe(200);
    const headers = { 'x-viewer-address': '203.0.113.9' };
    await guest().call(proofing.recover, { body: { email }, headers });
    await runOutbox(api.jobs);
    const asked = { part: 'clients', network: hashNetwork(studio.id, '203.0.113.9') };
    expect(await deliveries()).toEqual(expect.arrayContaining([own, own, asked]));
    expect(await deliveries()).toHaveLength(3);
  });

  it('ends after an hour, and is of one gallery', async () => {
    const { token } = await mailedToken('marta@example.org');
    const elsewhere = await choosingGallery(api, studio, {}, 1);
    expect((await adopt(new ChoosingBrowser(api, elsewhere.galleryId), token)).error.code).toBe('invite_invalid');
    expect((await adopt(guest(), 'x'.repeat(43))).error.code).toBe('invite_invalid');
    api.clock.advance(HOUR_MS);
    expect((await adopt(guest(), token)).error.code).toBe('invite_expired');
  });

  it('is sent to nobody who has not chosen here, with the same answer', async () => {
    const answer = await guest().call(proofing.recover, { body: { email: 'nobody@example.org' } });
    expect([answer.status, answer.read(proofing.recover)]).toEqual([200, { sent: true }]);
    await runOutbox(api.jobs);
    expect(api.mails).toEqual([]);
  });

  it('is refused to a network, not to the one whom others asked for', async () => {
    const ask = (email: string, network: number) =>
      guest().call(proofing.recover, { body: { email }, headers: { 'x-viewer-address': `198.51.${network}.7` } });
    const statuses = [];
    for (let at = 0; at < 70; at++) statuses.push((await ask('often@example.org', at)).status);
    for (let at = 0; at < 11; at++) statuses.push((await ask(`${at}@example.org`, 99)).status);
    expect(statuses.filter((status) => status !== 200)).toEqual([429]);
    expect(statuses.at(-1)).toBe(429);
  });
});
