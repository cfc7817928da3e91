import { beforeEach, describe, expect, it } from 'vitest';
import { plan } from '#core/api/plan.ts';
import { monthOf } from '#core/domain/studio/usage.ts';
import { meterUsage } from '#functions/jobs/sample-usage.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { insertUser } from '../support/auth-sessions.ts';
import { newId } from '../support/rows.ts';
import { operatorAct } from '../support/operator.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';
import { securityEvents } from '../support/team-members.ts';

const api = await testApi();
const sql = async (text: string, ...values: unknown[]) => (await api.db.pool.query(text, values)).rows;

let studio: Studio;
beforeEach(async () => {
  api.operator.billingFrom = monthOf(api.clock.now());
  studio = await makeStudio(api);
  await insertUser(api.db.pool, studio.owner);
  await meterUsage(api.jobs);
});
const act = (kind: string, params: object, id = studio.id) => operatorAct(api, id, kind, params);
const read = async () => (await api.call('GET', '/api/plan', { as: studio.owner, account: studio.id })).read(plan.read);

describe('a credit', () => {
  it('adds to the studio’s, is in its log with the amount, and is mailed to its owners', async () => {
    expect(await act('credit', { amount: 1_250 })).toBe('done');
    expect(await act('credit', { amount: 50 })).toBe('done');
    expect((await read()).credit).toBe(1_300);
    await runOutbox(api.jobs);
    const events = await securityEvents(api, studio.id);
    expect(events.map(({ kind, details }) => [kind, details])).toContainEqual([
      'plan_changed',
      { to: '12.50 EUR', reason: 'Spam to strangers' },
    ]);
    const mail = api.mails.findLast(({ to }) => to === studio.owner.email)!;
    expect([mail.subject, mail.text.includes('Reason: Spam to strangers')]).toEqual(['A change to your plan', true]);
  });

  it('needs a plan, and an amount', async () => {
    for (const amount of [0, -5, 1.5, 1_000_001]) expect(await act('credit', { amount })).toBe('invalid');
    const { id } = await makeStudio(api);
    expect(await act('credit', { amount: 5 }, id)).toBe('not_found');
    expect((await read()).credit).toBe(0);
  });
});

describe('an exception from a limit', () => {
  const announce = async () => {
    const galleryId = await publishedGallery(api, studio);
    const files = [{ photoId: newId(), filename: 'a.jpg', size: 4_000_000, type: 'image/jpeg' }];
    const body = { galleryId, files };
    return api.call('POST', '/api/upload/presign', { as: studio.owner, account: studio.id, body });
  };

  it('counts instead of the plan’s limit until it ends, and the studio sees it', async () => {
    expect(await read()).toMatchObject({ limits: { stored: 5e9, galleries: 50 }, exceptions: [] });
    expect(await act('limits', { limit: 'stored', value: 3_000_000 })).toBe('done');
    expect(await read()).toMatchObject({ limits: { stored: 3_000_000, galleries: 50 }, exceptions: ['stored'] });
    expect((await announce()).error).toMatchObject({
      code: 'limit_reached',
      params: { limit: 'stored', maximum: 3_000_000, used: 0 },
    });
    expect(await act('limits', { limit: 'stored', value: 3_000_000 })).toBe('unchanged');
    expect(await act('limits', { limit: 'stored', value: null })).toBe('done');
    expect(await act('limits', { limit: 'stored', value: null })).toBe('unchanged');
    expect((await read()).exceptions).toEqual([]);
    expect((await announce()).status).toBe(200);
  });

  it('stays when the studio pays', async () => {
    await act('limits', { limit: 'galleries', value: 20_000 });
    await sql(`update accounts set plan_state = 'active' where id = $1`, studio.id);
    expect((await read()).limits).toMatchObject({ stored: 2e12, galleries: 20_000 });
  });

  it.each([[{ limit: 'studios', value: 20 }], [{ limit: 'stored', value: -1 }], [{ limit: 'stored' }], [{}]])(
    'of %j is refused',
    async (params) => {
      expect(await act('limits', params)).toBe('invalid');
    },
  );
});
