import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { GUEST_TOKEN_LENGTH } from '#core/domain/galleries/guest-uploads.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { PLAN_STATES } from '#core/domain/studio/plan-state.ts';
import { isVisitable, studioAccess, type StudioFacts } from '#core/domain/studio/studio-access.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { CLOSE_AFTER_MS } from '#functions/operators/suspension.ts';
import { hashToken } from '#functions/platform/auth/secrets.ts';
import { IS_OPEN, STUDIO_FACTS } from '#functions/platform/studio-facts.ts';
import { insertUser } from '../support/auth-sessions.ts';
import { expectLogged } from '../support/expected-log.ts';
import { testApi, ZERO_API_KEY } from '../support/api.ts';
import { bookSlot, offer, openBooking, visitor } from '../support/booking.ts';
import { invite } from '../support/gallery-invites.ts';
import { makeLink } from '../support/portal.ts';
import { insertCustomer, insertRow } from '../support/rows.ts';
import { operatorAct } from '../support/operator.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';
import { securityEvents } from '../support/team-members.ts';

/** Every endpoint of the contract, so that new ones are covered: what a paused studio's members and visitors may call. */
const ALL = Object.entries(endpoints).flatMap(([group, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${group}.${name}`, endpoint] as const,
  ),
);

const api = await testApi();
const studio = await makeStudio(api);
const galleryId = await publishedGallery(api, studio, { visibility: 'public' });
const photo = await readyPhoto(api, studio, galleryId);
const TOKEN = 'x'.repeat(43);

const sql = async (text: string, ...values: unknown[]) => (await api.db.pool.query(text, values)).rows;

const act = ({ id }: Studio, kind: string, visibleAt?: Date) => operatorAct(api, id, kind, {}, visibleAt);

/** Columns of a studio that may not write, and how its members' writes are refused. */
const PAUSED = {
  'suspended by an operator': { is: "paused_at = now(), plan_state = 'active'", refused: [403, 'studio_suspended'] },
  'suspended for an unpaid bill': {
    is: "paused_at = null, plan_state = 'suspended'",
    refused: [403, 'studio_suspended'],
  },
  'read-only for an unpaid bill': {
    is: "paused_at = null, plan_state = 'read_only'",
    refused: [402, 'studio_read_only'],
  },
} as const;
const pauses = Object.entries(PAUSED);
/** Those in which visitors find nothing. */
const CLOSED = ['suspended by an operator', 'suspended for an unpaid bill'] as const;

/** Brings the studio of the matrix into a state, before all tests of a block. */
const inState = (state: keyof typeof PAUSED) =>
  beforeAll(() => sql(`update accounts set ${PAUSED[state].is} where id = $1`, studio.id));

const pathOf = (endpoint: Endpoint, of: Studio = studio) =>
  endpoint.path
    .replace(':accountSlug', of.slug)
    .replace(':accountId', of.id)
    .replace(':galleryId', galleryId)
    .replace(':photoId', photo.id)
    .replace(':token', TOKEN)
    .replace(':part', '1')
    .replaceAll(/:\w+/g, '0'.repeat(20));

type JsonSchema = Partial<z.core.JSONSchema.JSONSchema>;

/** Values with a rule that no JSON schema tells. */
const BY_NAME: Readonly<Record<string, string>> = { email: 'a@example.org', phone: '+34 600 000 000' };

/** Returns a value that a JSON schema accepts, with its required properties alone. */
function sample(schema: JsonSchema): unknown {
  const { const: fixed, enum: values, anyOf, allOf, type, pattern = '', properties = {} } = schema;
  if (fixed !== undefined) return fixed;
  if (values) return values[0];
  if (anyOf) return sample(anyOf[0] as JsonSchema);
  if (allOf) return sample(Object.assign({}, schema, ...allOf, { allOf: undefined }) as JsonSchema);
  if (type === 'object') {
    const needed = schema.required ?? [];
    const valueOf = (key: string) => BY_NAME[key] ?? sample(properties[key] as JsonSchema);
    return Object.fromEntries(needed.map((key) => [key, valueOf(key)]));
  }
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items as JsonSchema));
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 1);
  const length = Number(/\{(\d+)(,\d*)?\}\$$/.exec(pattern)?.[1] ?? schema.minLength ?? 1);
  return '0'.repeat(Math.max(length, 1));
}

const bodyOf = ({ body }: Endpoint) =>
  body instanceof z.ZodType ? sample(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : undefined;

describe.each(CLOSED)('visitors of a studio %s', (state) => {
  inState(state);

  /** Endpoints that name no studio, or that answer everybody alike. */
  const LISTED: Readonly<Record<string, number | string>> = {
    // A member's feed, which reads.
    'calendar.sessions': 'not_found',
    'integrations.openapi': 200,
    'publicPages.pageError': 200,
    // Of no studio; refused as an empty form.
    'publicPages.report': 'validation_failed',
    // Card payments on their way are settled.
    'stripe.webhook': 'webhook_signature_invalid',
    'plan.webhook': 'webhook_signature_invalid',
    'invites.renew': 200,
    // By their token, below.
    'invites.verify': 'invite_invalid',
    'uploads.guestView': 'not_found',
    'uploads.guestPresign': 'not_found',
    'uploads.guestComplete': 'not_found',
    'members.previewInvite': 'invite_invalid',
    // Says why, so that the open page tells it.
    'publicPages.verify': 200,
  };

  it.each(ALL.filter(([, { access }]) => access === 'anyone'))('%s', async (name, endpoint) => {
    if (name === 'publicPages.pageError') expectLogged('page_error');
    const body = bodyOf(endpoint);
    const query = queryOf(endpoint);
    const answer = await api.call(endpoint.method, pathOf(endpoint) + query, {
      channel: endpoint.channel ?? null,
      headers: { 'x-viewer-address': state === 'suspended by an operator' ? '192.0.2.2' : '192.0.2.3' },
      ...(body === undefined ? {} : { body }),
    });
    const told = answer.status < 400 ? answer.status : codeOf(answer);
    expect(told).toBe(LISTED[name] ?? 'studio_unavailable');
    if (!(name in LISTED)) expect(answer.status).toBe(503);
  });

  /** Refusals of links that browsers follow, and of forms, are pages. */
  const PAGES: Readonly<Record<number, string>> = { 400: 'validation_failed', 503: 'studio_unavailable' };
  const codeOf = (answer: { text: string; status: number; error: { code: string } }) =>
    answer.text.startsWith('<') ? PAGES[answer.status] : answer.error.code;

  function queryOf({ query }: Endpoint): string {
    if (!query) return '';
    const values = sample(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })) as Record<string, unknown>;
    return `?${new URLSearchParams(Object.entries(values).map(([key, value]) => [key, String(value)]))}`;
  }

  it('find a neutral page below its address, in their language, that nobody keeps', async () => {
    for (const path of ['', '/book', `/gallery/${galleryId}`, '/client', '/nothing', '/sitemap.xml']) {
      const page = await api.call('GET', `/p/${studio.slug}${path}`, {
        channel: null,
        headers: { 'x-language': 'es' },
      });
      expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, 503, 'no-store']);
      expect(page.text).toContain('No disponible ahora mismo');
      expect(page.text).not.toContain('Studio');
    }
  });

  it('get no image token: the open gallery learns why', async () => {
    const path = `/api/p/${galleryId}/galleries/verify`;
    const answer = await api.call('POST', path, { channel: 'public', body: {} });
    const { access, imagesUntil } = answer.read(endpoints.publicPages.verify);
    expect([access, imagesUntil, answer.cookies.size]).toEqual(['unavailable', 0, 0]);
  });

  it('cannot use an invitation, which works again afterwards', async () => {
    const own = await makeStudio(api);
    const shown = await publishedGallery(api, own, { visibility: 'invite' });
    const { token } = await invite(api, own, shown);
    const open = () => api.call('POST', '/api/auth/verify-invite', { channel: 'public', body: { token } });
    await sql(`update accounts set ${PAUSED[state].is} where id = $1`, own.id);
    expect((await open()).error.code).toBe('studio_unavailable');
    await sql("update accounts set paused_at = null, plan_state = 'active' where id = $1", own.id);
    expect((await open()).status).toBe(200);
  });
});

describe('visitors of a read-only studio', () => {
  inState('read-only for an unpaid bill');

  it('find it as before', async () => {
    const view = api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public', body: {} });
    expect((await view).read(endpoints.publicPages.verify).access).toBe('granted');
    expect((await api.call('GET', `/p/${studio.slug}`, { channel: null })).status).toBe(200);
    expect((await api.call('GET', `/api/p/${studio.slug}`, { channel: 'public' })).status).toBe(200);
  });
});

it('is visited by the same rule in SQL', async () => {
  const time = '2026-01-01T00:00:00Z';
  const states = [null, ...PLAN_STATES].flatMap((plan) =>
    [null, time].flatMap((paused) =>
      [null, time].map((held) => ({ plan_state: plan, paused_at: paused, held_at: held })),
    ),
  );
  const rows: (StudioFacts & { isOpen: boolean })[] = await sql(
    `select ${STUDIO_FACTS}, ${IS_OPEN} as "isOpen" from jsonb_to_recordset($1)
       as a (plan_state text, paused_at timestamptz, held_at timestamptz, deleted_at timestamptz)`,
    JSON.stringify(states),
  );
  expect(rows).toHaveLength(24);
  for (const row of rows) expect(row.isOpen, JSON.stringify(row)).toBe(isVisitable(studioAccess(row)));
});

describe.each(pauses)('members of a studio %s', (state, { is, refused }) => {
  inState(state as keyof typeof PAUSED);

  const writes = ALL.filter(([, { access, method }]) => access !== 'anyone' && access !== 'user' && method !== 'GET');
  const call = (endpoint: Endpoint, more: object = {}) =>
    api.call(endpoint.method, pathOf(endpoint), {
      as: studio.owner,
      account: studio.id,
      channel: endpoint.channel ?? null,
      headers: endpoint.access === 'sync' ? { 'x-api-key': ZERO_API_KEY } : {},
      ...more,
    });

  it.each(writes.filter(([, { access, whilePaused }]) => access !== 'token' && !whilePaused))(
    '%s is refused',
    async (_, endpoint) => {
      const answer = await call(endpoint, { body: {} });
      expect([answer.status, answer.error.code]).toEqual(refused);
    },
  );

  it('may end access, pay, and read', () => {
    expect(writes.filter(([, { whilePaused }]) => whilePaused).map(([name]) => name)).toEqual([
      'accounts.endSitePreviews',
      'calendar.remove',
      'images.token',
      'integrations.revokeToken',
      'integrations.removeWebhook',
      'members.revokeInvite',
      'members.remove',
      'members.leave',
      'members.allowSupport',
      'members.endSupport',
      'plan.setCap',
      'plan.acceptPrices',
      'plan.portal',
      'plan.refresh',
      'zero.query',
      'zero.mutate',
    ]);
  });

  it.each(ALL.filter(([, { access, method }]) => access === 'member' && method === 'GET'))(
    '%s is open',
    async (_, endpoint) => {
      const answer = await call(endpoint);
      if (answer.status >= 400) expect(answer.error.code).not.toBe(refused[1]);
    },
  );

  it('change neither the studio nor its address, export it, and may close it', async () => {
    const own = await makeStudio(api);
    await sql(`update accounts set ${is} where id = $1`, own.id);
    const as = own.owner;
    const path = `/api/accounts/${own.id}`;
    const answers = [
      await api.call('PATCH', path, { as, body: { name: 'Other' } }),
      await api.call('PATCH', `${path}/slug`, { as, body: { slug: 'another-slug' } }),
    ];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual([refused, refused]);
    expect((await api.call('POST', `${path}/exports`, { as, body: {} })).status).toBeLessThan(300);
    expect((await api.call('POST', `${path}/close`, { as, body: { name: 'Studio' } })).status).toBe(200);
  });

  it('download from their galleries', async () => {
    const path = `/api/p/${galleryId}/photos/${photo.id}/download?size=original`;
    const answer = await api.call('GET', path, { as: studio.owner, channel: null });
    expect(answer.status).not.toBe(503);
  });
});

describe('an act on a studio', () => {
  /** Makes a studio whose owner has a confirmed address. */
  async function ownedStudio(): Promise<Studio> {
    const made = await makeStudio(api);
    await insertUser(api.db.pool, made.owner);
    return made;
  }

  /** Brings the day on which a studio is told of all acts on it. */
  async function endPostponement({ id }: Studio): Promise<void> {
    await sql(`update outbox set run_after = now() where dedupe_key like 'operator-notice:%'`);
    await sql('alter table operator_events disable trigger operator_events_keep');
    await sql('update operator_events set visible_at = at where account_id = $1', id);
    await sql('alter table operator_events enable trigger operator_events_keep');
    await runOutbox(api.jobs);
  }

  it('is in its log, and mailed to its owners', async () => {
    const own = await ownedStudio();
    await act(own, 'suspend');
    await runOutbox(api.jobs);
    expect(await securityEvents(api, own.id)).toMatchObject([
      { kind: 'studio_suspended', details: { reason: 'Spam to strangers' } },
    ]);
    const mail = api.mails.findLast(({ to }) => to === own.owner.email)!;
    expect(mail.subject).toBe('Studio is suspended');
    expect(mail.text).toContain('Reason: Spam to strangers');
  });

  it('reminds the owners twice, and no more once it is resumed', async () => {
    const own = await ownedStudio();
    await act(own, 'suspend');
    const waiting = () =>
      sql(
        `select round(extract(epoch from run_after - now()) / 86400) as days from outbox
         where account_id = $1 and kind = 'security.notice' and done_at is null and run_after > now() + interval '1 day'
         order by 1`,
        own.id,
      );
    expect((await waiting()).map(({ days }) => Number(days))).toEqual([30, 60]);
    expect(await act(own, 'resume')).toBe('done');
    expect(await waiting()).toEqual([]);
    expect((await api.call('GET', `/api/p/${own.slug}`, { channel: 'public' })).status).toBe(200);
  });

  it.each([
    ["plan_state = 'active'", 'find its pages and galleries again', 'until'],
    ["plan_state = 'suspended'", 'until its bill is paid', 'again'],
    ['held_at = now()', 'until we end that', 'again'],
  ])('that ends a suspension is mailed with what visitors find while %s', async (is, told, untold) => {
    const own = await ownedStudio();
    await act(own, 'suspend');
    await sql(`update accounts set ${is} where id = $1`, own.id);
    await act(own, 'resume');
    await runOutbox(api.jobs);
    expect((await securityEvents(api, own.id)).map(({ kind }) => kind)).toContain('studio_resumed');
    const mail = api.mails.find(
      ({ to, subject }) => to === own.owner.email && subject === 'The suspension of Studio has ended',
    )!;
    expect(mail.text).toContain(told);
    expect(mail.text).not.toContain(untold);
  });

  it('changes nothing twice, and then is in no log', async () => {
    const own = await makeStudio(api);
    expect(await act(own, 'resume')).toBe('unchanged');
    expect(await act(own, 'suspend')).toBe('done');
    expect(await act(own, 'suspend')).toBe('unchanged');
    expect(await act(own, 'nonsense')).toBe('unknown_act');
    expect(await securityEvents(api, own.id)).toHaveLength(1);
  });

  it('is told later if a legal order says so', async () => {
    const own = await makeStudio(api);
    await act(own, 'suspend', new Date(api.clock.now() + 10 * DAY_MS));
    expect(await sql('select paused_at is not null as paused from accounts where id = $1', own.id)).toEqual([
      { paused: true },
    ]);
    expect(await securityEvents(api, own.id)).toEqual([]);
    const isUntold = async () =>
      (await api.call('GET', '/api/accounts', { as: own.owner })).read(endpoints.accounts.list)[0]!.isUntold;
    expect(await isUntold()).toBe(true);
    await endPostponement(own);
    expect(await securityEvents(api, own.id)).toHaveLength(1);
    expect(await isUntold()).toBe(false);
  });

  it('that was undone before a legal order let it be told is in the log with its own time, and in no mail', async () => {
    const own = await ownedStudio();
    await act(own, 'suspend', new Date(api.clock.now() + 10 * DAY_MS));
    await act(own, 'resume');
    await endPostponement(own);
    await runOutbox(api.jobs);
    expect((await securityEvents(api, own.id)).map(({ kind }) => kind)).toEqual(['studio_suspended', 'studio_resumed']);
    expect(api.mails.flatMap(({ to, subject }) => (to === own.owner.email ? [subject] : []))).toEqual([
      'The suspension of Studio has ended',
    ]);
    expect(
      await sql(`select from outbox where account_id = $1 and kind = 'security.notice' and done_at is null`, own.id),
    ).toEqual([]);
  });

  it('closes a studio only after 76 days of suspension', async () => {
    const own = await makeStudio(api);
    expect(await act(own, 'close')).toBe('too_early');
    await act(own, 'suspend');
    await sql(
      `update accounts set paused_at = $2 where id = $1`,
      own.id,
      new Date(api.clock.now() - CLOSE_AFTER_MS + 60_000),
    );
    expect(await act(own, 'close')).toBe('too_early');
    await sql(
      `update accounts set paused_at = $2 where id = $1`,
      own.id,
      new Date(api.clock.now() - CLOSE_AFTER_MS - 60_000),
    );
    expect(await act(own, 'close')).toBe('done');
    expect(await sql('select deleted_at is not null as closed from accounts where id = $1', own.id)).toEqual([
      { closed: true },
    ]);
  });

  it('closes a studio 76 days after an unpaid bill closed its pages', async () => {
    const own = await makeStudio(api);
    await sql(`update accounts set plan_state = 'suspended' where id = $1`, own.id);
    const since = (at: number) =>
      sql(
        `insert into account_plans (account_id, since, cap, month, closed_month) values ($1, $2, 5000, '2020-02', '2020-01')
         on conflict (account_id) do update set since = excluded.since`,
        own.id,
        new Date(at),
      );
    await since(api.clock.now() - CLOSE_AFTER_MS + 60_000);
    expect(await act(own, 'close')).toBe('too_early');
    await since(api.clock.now() - CLOSE_AFTER_MS - 60_000);
    await sql(`update accounts set plan_state = 'active' where id = $1`, own.id);
    expect(await act(own, 'close')).toBe('too_early');
    await sql(`update accounts set plan_state = 'suspended' where id = $1`, own.id);
    expect(await act(own, 'close')).toBe('done');
  });

  it('ends the stay of visitors in rooms, and purges the pages', async () => {
    const own = await makeStudio(api);
    api.purged.length = 0;
    await act(own, 'suspend');
    expect(api.purged).toEqual(expect.arrayContaining([`/p/${own.slug}*`, `/api/p/${own.slug}*`]));
    const kinds = await sql(`select payload from outbox where account_id = $1 and kind = 'live.recheck'`, own.id);
    expect(kinds).toEqual([{ payload: { accountId: own.id, galleryId: null, all: true } }]);
  });
});

it.each(['paused_at', 'held_at'])('what a studio queued before its %s is not mailed', async (column) => {
  const own = await makeStudio(api);
  await openBooking(api, own);
  const shown = await publishedGallery(api, own);
  const [invited, linked, booked] = ['invited', 'linked', 'booked'].map((name) => `${name}-${own.slug}@example.org`);
  const customerId = await insertCustomer(api.db.pool, own.id, { email: linked });
  const sessionTypeId = await offer(api, own);
  const day = new Date(api.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  const queue = async (number: number) => {
    const data = { galleryId: shown, accountSlug: own.slug };
    const asOwner = { as: own.owner, account: own.id };
    await api.call('POST', '/api/auth/invite', { ...asOwner, body: { email: invited, data } });
    await makeLink(api, own, customerId, { send: true });
    const start = instantAtMinute(day, (9 + 2 * number) * 60, 'Europe/Madrid');
    await bookSlot(visitor(api, own, number), { sessionTypeId, start }, { email: booked });
  };
  const mailed = async () => {
    await runOutbox(api.jobs);
    return [invited, linked, booked].filter((email) => api.mails.some(({ to }) => to === email));
  };
  await queue(1);
  await sql(`update accounts set ${column} = now() where id = $1`, own.id);
  expect(await mailed()).toEqual([]);
  await sql(`update accounts set ${column} = null where id = $1`, own.id);
  await queue(2);
  expect(await mailed()).toEqual([invited, linked, booked]);
});

it('a guest link of a suspended studio takes nothing', async () => {
  const own = await makeStudio(api);
  await act(own, 'suspend');
  const gallery = await publishedGallery(api, own);
  const token = makeId((bytes) => crypto.getRandomValues(bytes), GUEST_TOKEN_LENGTH);
  await insertRow(api.db.pool, 'guest_upload_links', {
    account_id: own.id,
    author_id: own.owner.userId,
    gallery_id: gallery,
    token_hash: hashToken(token),
  });
  const answer = await api.call('GET', `/api/guest-uploads/${token}`, { channel: 'public' });
  expect(answer.error.code).toBe('studio_unavailable');
});
