import { createHash, randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { EXPORT_MS } from '#core/domain/studio/account-exports.ts';
import { unescapeFormula } from '#core/domain/values/csv.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { EXPORTED_TABLES, JOINED } from '#functions/accounts/export-tables.ts';
import { contractPrefix, storeContract } from '#functions/contracts/files.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import type { ColumnGuess } from '#web/features/imports/files/import-table.ts';
import { previewGalleries } from '#web/features/imports/files/preview-galleries.ts';
import { previewSessions } from '#web/features/imports/files/preview-sessions.ts';
import { readContacts, readTable } from '#web/features/imports/files/read-contacts.ts';
import { rowReader } from '#web/features/imports/files/read-row.ts';
import { GALLERY_COLUMNS, SESSION_COLUMNS } from '#web/features/imports/files/work-columns.ts';
import { testApi } from '../support/api.ts';
import { markAccount } from '../support/canary.ts';
import { readCsv } from '../support/csv.ts';
import { expectLogged } from '../support/expected-log.ts';
import { insertSampleRows } from '../support/sample-rows.ts';
import { newPerson, securityEvents } from '../support/team-members.ts';
import { insertCustomer, insertGallery, insertPhoto, insertRow, insertSection, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';

expectLogged('effect_failed');

const { accounts } = endpoints;

const api = await testApi();

const ask = (studio: Pick<Studio, 'id' | 'owner'>, as = studio.owner) =>
  api.call('POST', `/api/accounts/${studio.id}/exports`, { as, body: {} });
const link = (studio: Pick<Studio, 'id' | 'owner'>, id: string, as = studio.owner) =>
  api.call('POST', `/api/accounts/${studio.id}/exports/${id}/link`, { as, body: {} });
const sql = (text: string, ...values: unknown[]) => api.db.pool.query(text, values);
const stateOf = async (id: string) =>
  (await sql('select status from account_exports where id = $1', id)).rows[0]?.status;

async function unzipped(studio: Pick<Studio, 'id' | 'owner'>, jobs = api.jobs): Promise<Record<string, Uint8Array>> {
  const { id } = (await ask(studio)).read(accounts.exportData);
  await runOutbox(jobs);
  const { url } = (await link(studio, id)).read(accounts.exportLink);
  return unzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer()));
}

async function exported(studio: Pick<Studio, 'id' | 'owner'>): Promise<Record<string, string>> {
  const files = await unzipped(studio);
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** Inserts a contract that Núria signed in July; with `pdfs`, one or both of its PDFs are stored. */
async function insertSigned(
  studio: Studio,
  title: string,
  pdfs: { signed: Uint8Array<ArrayBuffer>; final?: Uint8Array<ArrayBuffer> },
): Promise<string> {
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const [contract_id, session_id] = [newId(), newId()];
  const customer_id = await insertCustomer(api.db.pool, studio.id, { name: 'Núria' });
  await insertRow(api.db.pool, 'sessions', { id: session_id, ...author, customer_id, date: new Date() });
  const of = { accountId: studio.id, contractId: contract_id };
  const signed_sha256 = await storeContract(api.services.storage, of, pdfs.signed);
  const final_sha256 = pdfs.final && (await storeContract(api.services.storage, of, pdfs.final));
  const signedAt = new Date('2026-07-01T22:30Z');
  const signed = { status: 'signed', signer_name: 'Núria', signed_at: signedAt, signed_date: signedAt };
  const row = { id: contract_id, account_id: studio.id, session_id, title, language: 'ca', signed_duration: 60 };
  await insertRow(api.db.pool, 'contracts', { ...row, ...signed });
  const text = { contract_id, account_id: studio.id, source: 'Text', signed_text: '{}' };
  await insertRow(api.db.pool, 'contract_texts', { ...text, signed_sha256, final_sha256 });
  return contract_id;
}

const pdf = (size: number) => new Uint8Array(randomBytes(size));

/** Compares a cell with the JSON value: local times and decimal amounts of Spain. */
function expectSame(where: string, cell: string, value: unknown): void {
  if (value === null) expect([where, cell]).toEqual([where, '']);
  else if (typeof value === 'number')
    expect([where, Number(cell.replace(',', '.'))]).toEqual([where, numberOf(where, value)]);
  else if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*\+00:00$/.test(value)) {
    const local = Temporal.PlainDateTime.from(cell.replace(' ', 'T')).toZonedDateTime('Europe/Madrid');
    expect([where, local.epochMilliseconds]).toEqual([where, Math.floor(Date.parse(value) / 1000) * 1000]);
  } else if (typeof value === 'string') {
    const text = where.endsWith('.phone') ? cell.replaceAll(' ', '') : unescapeFormula(cell);
    expect([where, text]).toEqual([where, where.endsWith('.phone') ? value.replaceAll(/[ -]/g, '') : value]);
  } else if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    const parts = cell.includes(':::') ? cell.split(':::') : [cell];
    expect([where, parts.map((part) => part.trim()).filter(Boolean)]).toEqual([where, value]);
  } else expect([where, JSON.parse(cell)]).toEqual([where, value]);
}

const numberOf = (where: string, value: number) =>
  /\.(?:(?!offset)\w+_)?(?:amount|price|deposit)$/.test(where) ? value / 100 : value;

describe('an account export', () => {
  it('includes every table of an account, or lists why it is left out', async () => {
    const { rows } = await sql(
      `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and column_name = 'account_id' and table_type = 'BASE TABLE' order by 1`,
    );
    const joined = Object.values(JOINED).map(({ table }) => table);
    const leftOut = rows
      .map(({ name }) => String(name))
      .filter((name) => !(name in EXPORTED_TABLES) && !joined.includes(name));
    // Counters and totals can be derived; the rest holds secrets or internal state.
    expect(leftOut).toEqual([
      'account_exports',
      'account_usage',
      'archive_notifications',
      'archives',
      'calendar_feeds',
      'client_link_galleries',
      'client_link_tokens',
      'customer_balances',
      'customer_stats',
      'gallery_pins',
      'gallery_secrets',
      'gallery_stats',
      'grant_tokens',
      'live_joins',
      'live_photos',
      'live_rooms',
      'mail_deliveries',
      'mail_refusals',
      'mail_suppressions',
      'message_documents',
      'message_payments',
      'og_images',
      // In the studio's security events.
      'operator_events',
      'order_totals',
      'outbox',
      'person_tokens',
      'photo_replacements',
      'photo_stats',
      'proposal_links',
      'receipt_counters',
      'retired_photo_files',
      'revenue_months',
      'sent_notices',
      'session_links',
      'site_pictures',
      'site_previews',
      'site_release_contents',
      'site_state',
      'slot_holds',
      'slug_history',
      // In the studio's security events.
      'support_visits',
      'usage_samples',
      'visitor_access',
      'visitor_people',
      'webhook_deliveries',
    ]);
  });

  it('includes every table without an account, or lists why it is left out', async () => {
    const { rows } = await sql(
      `select table_name as name from information_schema.tables t
       where table_schema = 'public' and table_type = 'BASE TABLE' and not exists (select from information_schema.columns c
         where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'account_id') order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      // The studio's own row: studio.json.
      'accounts',
      // Positions of jobs.
      'job_cursors',
      // Open sockets, of members and of browsers.
      'live_connections',
      // Notices of strangers about pages.
      'notices',
      // Queue of totals to recompute, counters of requests, and browsers, which belong to no studio.
      'pending_totals',
      'rate_limits',
      // Ids of what Stripe has reported.
      'stripe_events',
      // Consents belong to users, not to studios.
      'user_consents',
      'visitors',
    ]);
  });

  it('contains every column of joined tables but their keys', async () => {
    for (const { table, key, columns } of Object.values(JOINED)) {
      const { rows } = await sql(
        `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
        table,
      );
      const keys = [key, 'account_id', 'author_id', 'customer_id', 'photographer_id'];
      expect(
        rows
          .map(({ name }) => String(name))
          .filter((name) => !keys.includes(name))
          .toSorted(),
      ).toEqual(columns.toSorted());
    }
  });

  it('contains the studio itself, and amounts as fields of sessions and session types', async () => {
    const studio = await makeStudio(api, 'Llum');
    await sql(
      `update accounts set language = 'ca', time_zone = 'Europe/Madrid', currency_code = 'JPY' where id = $1`,
      studio.id,
    );
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const [type, session] = [newId(), newId()];
    const customer = await insertCustomer(api.db.pool, studio.id, { name: 'Núria' });
    await insertRow(api.db.pool, 'session_types', { id: type, ...author, name: 'Retrat' });
    await insertRow(api.db.pool, 'session_type_prices', { session_type_id: type, ...author, price: 12_000 });
    const booked = { session_type_id: type, customer_id: customer, date: new Date('2026-07-01T08:00Z') };
    await insertRow(api.db.pool, 'sessions', { id: session, ...author, ...booked });
    await sql('update session_billing set payment_amount = 12050, waived = true where session_id = $1', session);
    const files = await exported(studio);
    expect(JSON.parse(files['studio.json']!)).toMatchObject({
      id: studio.id,
      name: 'Llum',
      slug: studio.slug,
      language: 'ca',
      time_zone: 'Europe/Madrid',
      date_format: 'auto',
      currency_code: 'JPY',
      currency: { code: 'JPY', position: 'before' },
      options: { photographer: { bio: '' }, 'theme.template': 'modern' },
      members: expect.arrayContaining([expect.objectContaining({ user_id: studio.owner.userId, role: 'owner' })]),
    });
    expect(JSON.parse(files['json/sessions.json']!)).toMatchObject([
      { id: session, date: '2026-07-01T08:00:00+00:00', payment_amount: 12_050, waived: true, due_date: null },
    ]);
    expect(JSON.parse(files['json/session_types.json']!)).toMatchObject([{ id: type, price: 12_000, deposit: 0 }]);
    const [head, line] = files['csv/sessions.csv']!.slice(1).split('\r\n');
    const cell = (name: string) => line!.split(';')[head!.split(';').indexOf(name)];
    // Yen have no decimals; Madrid is two hours ahead of UTC in July.
    expect([cell('date'), cell('payment_amount'), cell('waived')]).toEqual(['2026-07-01 10:00:00', '12050', 'true']);
  });

  it('contains lists that can be read back: every CSV row has the values of its JSON row', async () => {
    const { accountId: id } = await insertSampleRows(api.db.pool);
    const owner = await newPerson(api);
    const { userId: user_id, email } = owner;
    await insertRow(api.db.pool, 'account_members', { account_id: id, user_id, email, role: 'owner' });
    await sql(`update accounts set language = 'es', time_zone = 'Europe/Madrid' where id = $1`, id);
    // The sample's own is queued for ever, and there is one at a time.
    await sql('delete from account_exports where account_id = $1', id);
    const files = await exported({ id, owner });
    for (const table of Object.keys(EXPORTED_TABLES)) {
      const json = JSON.parse(files[`json/${table}.json`]!) as Record<string, unknown>[];
      const text = files[`csv/${table}.csv`]!;
      const csv = readCsv(text, ';');
      const present = json.filter((row) => !row['deleted_at'] && !row['erased_at']);
      expect([table, csv.length]).toEqual([table, present.length]);
      for (const [index, row] of present.entries()) {
        const read = csv[index]!;
        expect(Object.keys(read).toSorted()).toEqual(Object.keys(row).toSorted());
        for (const [name, value] of Object.entries(row)) expectSame(`${table}.${name}`, read[name]!, value);
      }
    }
  }, 90_000);

  it('contains clients that our import reads without a difference', async () => {
    const studio = await makeStudio(api);
    await sql(`update accounts set language = 'ca' where id = $1`, studio.id);
    const clients = [
      {
        name: 'Núria "la Nú"; Sòria',
        email: 'nuria@example.org',
        phone: '+34 600 112 233',
        tags: ['VIP', 'Boda, 2026'],
      },
      {
        name: '=Ada',
        notes: 'Two\nlines',
        address: 'Carrer Nou 1, Vic',
        tax_id: '123X',
        language: 'es',
        tags: ['a;b'],
      },
    ];
    for (const client of clients) await insertCustomer(api.db.pool, studio.id, client);
    await insertCustomer(api.db.pool, studio.id, { name: 'Trashed', deleted_at: new Date() });
    await insertCustomer(api.db.pool, studio.id, { name: '—', erased_at: new Date() });
    const csv = (await exported(studio))['csv/customers.csv']!;
    const read = await readContacts(new Blob([csv]));
    if (!read.ok) throw new Error(read.code);
    const { table } = read;
    const rows = table.rows.map(rowReader(table, table.mapping));
    expect(rows.toSorted((one, other) => (one.name! < other.name! ? 1 : -1))).toMatchObject(
      clients.map(({ tax_id, ...client }) => ({ ...client, ...(tax_id ? { taxId: tax_id } : {}) })),
    );
    expect(rows.every((row) => Array.isArray(row.tags))).toBe(true);
  });

  it('contains sessions and galleries that our import reads without a difference', async () => {
    const studio = await makeStudio(api);
    await sql(`update accounts set language = 'es', time_zone = 'Europe/Madrid' where id = $1`, studio.id);
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const ada = await insertCustomer(api.db.pool, studio.id, { name: 'Ada', email: 'ada@example.org' });
    const nora = await insertCustomer(api.db.pool, studio.id, { name: 'Nora; "la Nú"' });
    const [type, location_id, priced] = [newId(), newId(), newId()];
    await insertRow(api.db.pool, 'session_types', { id: type, ...author, name: 'Retrato' });
    await insertRow(api.db.pool, 'locations', { id: location_id, ...author, name: 'Estudio' });
    const session = { ...author, customer_id: ada, date: '2026-07-01T08:00:05Z', duration: 95, type: 'Retrato' };
    const wedding = {
      ...author,
      customer_id: nora,
      // The clock changes in this night.
      date: '2026-10-25T20:30:00Z',
      duration: 600,
      type: '=Boda; "todo el día"',
      location: 'Carrer Nou 1\nVic',
      notes: 'Two\nlines',
      status: 'cancelled',
      photographer_id: studio.owner.userId,
    };
    await insertRow(api.db.pool, 'sessions', { id: priced, ...session, status: 'completed', location_id });
    await sql(
      `update session_billing set payment_amount = 120050, deposit_amount = 2000, due_date = '2026-06-01T22:00Z', waived = true
       where session_id = $1`,
      priced,
    );
    await insertRow(api.db.pool, 'sessions', { id: newId(), ...wedding });
    await insertRow(api.db.pool, 'sessions', { id: newId(), ...wedding, deleted_at: new Date() });
    const gallery = await insertGallery(api.db.pool, studio.id, {
      name: 'Boda, Ada',
      description: 'A\nB',
      customer_id: ada,
      date: '2026-06-30T22:00:00Z',
    });
    for (const [order, name] of ['Iglesia, dentro', 'Baile'].entries())
      await insertSection(api.db.pool, studio.id, gallery, { name, order });
    await insertGallery(api.db.pool, studio.id, { name: 'Gone', deleted_at: new Date() });

    const files = await exported(studio);
    const clients = [
      { id: ada, name: 'Ada', email: 'ada@example.org' },
      { id: nora, name: 'Nora; "la Nú"', email: '' },
    ];
    // Another studio in another zone.
    const here = { clients, zone: 'America/New_York', order: 'mdy' } as const;
    const read = async (name: string, columns: ColumnGuess) => {
      const file = await readTable(new Blob([files[name]!]), columns);
      if (!file.ok) throw new Error(file.code);
      return file.table;
    };
    const sheet = await read('csv/sessions.csv', SESSION_COLUMNS);
    const known = {
      ...here,
      sessions: [],
      types: [{ id: type, name: 'Retrato', duration: 30 }],
      locations: [{ id: location_id, name: 'Estudio' }],
      members: [{ userId: studio.owner.userId, name: '', email: 'owner@example.org' }],
      currency: 'EUR',
      language: 'es',
      photographerId: null,
      now: 0,
    };
    const rows = previewSessions(sheet, sheet.mapping, known);
    const billing = { price: 120_050, deposit: 2000, dueDate: Date.parse('2026-06-01T22:00Z'), waived: true };
    expect(rows.toSorted((one) => ('fields' in one && one.fields.duration === 95 ? -1 : 1))).toEqual([
      expect.objectContaining({
        state: 'new',
        client: { id: ada },
        fields: {
          type: 'Retrato',
          sessionTypeId: type,
          date: Date.parse(session.date),
          duration: 95,
          status: 'completed',
          notes: '',
          locationId: location_id,
          billing,
        },
      }),
      expect.objectContaining({
        state: 'new',
        client: { id: nora },
        fields: {
          type: wedding.type,
          date: Date.parse(wedding.date),
          duration: 600,
          status: 'cancelled',
          notes: wedding.notes,
          location: wedding.location,
          photographerId: studio.owner.userId,
        },
      }),
    ]);
    // The same file again creates nothing.
    const sessions = rows.flatMap((row) =>
      row.state === 'bad'
        ? []
        : [{ ...row.fields, customerId: (row.client as { id: string }).id, type: row.fields.type! }],
    );
    expect(previewSessions(sheet, sheet.mapping, { ...known, sessions }).map(({ state }) => state)).toEqual([
      'same',
      'same',
    ]);

    const album = await read('csv/galleries.csv', GALLERY_COLUMNS);
    const galleries = previewGalleries(album, album.mapping, { ...here, galleries: [] });
    const fields = {
      name: 'Boda, Ada',
      description: 'A\nB',
      date: Date.parse('2026-06-30T22:00:00Z'),
      sections: ['Iglesia, dentro', 'Baile'],
    };
    expect(galleries).toEqual([{ row: 0, state: 'new', client: { id: ada }, clientName: 'Ada', fields }]);
    const there = [{ ...fields, customerId: ada }];
    expect(previewGalleries(album, album.mapping, { ...here, galleries: there })).toMatchObject([{ state: 'same' }]);
  });

  it('marks originals in the trash, alone or with their gallery', async () => {
    const studio = await makeStudio(api);
    const [gallery, trashed] = [await publishedGallery(api, studio), await publishedGallery(api, studio)];
    const deleted_at = new Date('2026-07-01T08:00Z');
    for (const [galleryId, values] of [
      [gallery, { filename: 'kept.jpg' }],
      [gallery, { filename: 'gone.jpg', deleted_at }],
      [trashed, { filename: 'with-gallery.jpg' }],
    ] as const)
      await insertPhoto(api.db.pool, studio.id, galleryId, values);
    await sql('update galleries set deleted_at = $2 where id = $1', trashed, deleted_at);
    const data = readCsv((await exported(studio))['originals.csv']!);
    expect(Object.fromEntries(data.map((row) => [row['filename'], row['deleted_at']]))).toEqual({
      'kept.jpg': '',
      'gone.jpg': '2026-07-01 08:00:00',
      'with-gallery.jpg': '2026-07-01 08:00:00',
    });
  });

  it('contains the PDFs of signed contracts unchanged, and names those that are missing or damaged', async () => {
    const studio = await makeStudio(api);
    await sql(`update accounts set language = 'en', time_zone = 'Europe/Madrid' where id = $1`, studio.id);
    // More than one part of the upload, so that it is stored in pieces.
    const [large, final, second] = [pdf(17 * 1024 ** 2), pdf(300_000), pdf(200_000)];
    const both = await insertSigned(studio, 'Wedding: 1/2', { signed: large, final });
    await insertSigned(studio, 'Portrait', { signed: second });
    await insertSigned(studio, 'Portrait', { signed: second });
    const lost = await insertSigned(studio, 'Lost', { signed: pdf(10) });
    const damaged = await insertSigned(studio, 'Damaged', { signed: pdf(10) });
    await insertSigned(await makeStudio(api), 'Theirs', { signed: pdf(10) });
    const { storage } = api.services;
    await storage.removePrefix('originals', `${contractPrefix(studio.id)}${lost}/`);
    const [{ sha256 }] = (
      await sql('select signed_sha256 as sha256 from contract_texts where contract_id = $1', damaged)
    ).rows as [{ sha256: string }];
    const key = `${contractPrefix(studio.id)}${damaged}/${sha256}.pdf`;
    await storage.put('originals', key, pdf(10), { contentType: 'application/pdf' });

    const files = await unzipped(studio);
    const stored = Object.entries(files).filter(([name]) => name.startsWith('contracts/'));
    const wedding = '2026-07-02 Wedding_ 1_2, Núria';
    const expected: Record<string, Uint8Array> = {
      [`contracts/${wedding}.pdf`]: large,
      [`contracts/${wedding} (countersigned).pdf`]: final,
      'contracts/2026-07-02 Portrait, Núria.pdf': second,
      'contracts/2026-07-02 Portrait, Núria (2).pdf': second,
    };
    expect(stored.map(([name]) => name).toSorted()).toEqual(Object.keys(expected).toSorted());
    for (const [name, bytes] of stored) expect([name, Buffer.compare(bytes, expected[name]!)]).toEqual([name, 0]);
    const sheet = readCsv(strFromU8(files['contracts.csv']!), ',');
    expect(sheet.map(({ title, version, state }) => `${title} ${version} ${state}`).toSorted()).toEqual([
      'Damaged signed damaged',
      'Lost signed missing',
      'Portrait signed packed',
      'Portrait signed packed',
      'Wedding: 1/2 countersigned packed',
      'Wedding: 1/2 signed packed',
    ]);
    expect(sheet.find(({ version }) => version === 'countersigned')).toMatchObject({
      file: `${wedding} (countersigned).pdf`,
      signer: 'Núria',
      signed_at: '2026-07-02 00:30:00',
      bytes: '300000',
      sha256: createHash('sha256').update(final).digest('hex'),
      contract_id: both,
    });
  });

  it('names the PDFs that its run has no time for', async () => {
    const studio = await makeStudio(api);
    for (let n = 0; n < 10; n += 1) await insertSigned(studio, 'Portrait', { signed: pdf(10) });
    const { storage } = api.jobs;
    const get: typeof storage.get = async (...object) => {
      api.clock.advance(20_000);
      return storage.get(...object);
    };
    const files = await unzipped(studio, { ...api.jobs, storage: { ...storage, get } });
    const sheet = readCsv(strFromU8(files['contracts.csv']!), ',');
    const states = sheet.map(({ state }) => state);
    expect(states).toEqual([...Array<string>(4).fill('packed'), ...Array<string>(6).fill('left_out')]);
    expect(Object.keys(files).filter((name) => name.startsWith('contracts/'))).toHaveLength(4);
  });

  it('contains CSV and JSON tables without secrets', async () => {
    const studio = await makeStudio(api);
    const { accountId: other } = await insertSampleRows(api.db.pool);
    await markAccount(api.db.pool, other, 'canarytheirs');
    await sql('delete from outbox where account_id = $1', other);
    const ids = await Promise.all(
      Array.from({ length: 3 }, (_, n) => insertCustomer(api.db.pool, studio.id, { name: `Núria "${n}"; =1+1` })),
    );
    const files = await exported(studio);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        'README.txt',
        'contracts.csv',
        'originals.csv',
        'studio.json',
        ...Object.keys(EXPORTED_TABLES).flatMap((t) => [`csv/${t}.csv`, `json/${t}.json`]),
      ].toSorted(),
    );
    const customers = JSON.parse(files['json/customers.json']!) as { id: string; name: string; created_at: string }[];
    expect(customers.map(({ id }) => id)).toEqual(ids.toSorted());
    expect(customers[0]!.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*\+00:00$/);
    expect(files['csv/customers.csv']!.trim().split('\r\n')).toHaveLength(4);
    expect(files['csv/customers.csv']).toContain('"Núria ""0""; =1+1"');
    expect(JSON.parse(files['json/payments.json']!)).toEqual([]);
    const all = Object.values(files).join('\n');
    for (const word of ['canarytheirs', other, 'token_hash', 'password_hash', 'pin_hash', 'original_key', 'image_key'])
      expect(all).not.toContain(word);
  });

  it('contains each row once, over any number of pages', async () => {
    const studio = await makeStudio(api);
    await sql(
      `insert into customers (id, account_id, author_id, name)
       select left('x' || lpad(n::text, 19, '0'), 20), $1, gen_random_uuid(), 'Client ' || n from generate_series(1, 2001) n`,
      studio.id,
    );
    const rows = JSON.parse((await exported(studio))['json/customers.json']!) as { id: string }[];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2001);
    expect(rows).toHaveLength(2001);
  });
});

describe('requesting an export', () => {
  it('is allowed to the owner soon after sign-in; all owners see it in the log', async () => {
    const studio = await makeStudio(api);
    for (const role of ['admin', 'photographer', 'assistant'] as const)
      expect((await ask(studio, studio.people[role])).status).toBe(403);
    expect((await ask(studio, (await makeStudio(api)).owner)).status).toBe(404);
    await api.call('GET', '/api/accounts', { as: studio.owner });
    await sql(
      `update auth.sessions set created_at = now() - interval '61 minutes' where user_id = $1`,
      studio.owner.userId,
    );
    expect((await ask(studio)).error.code).toBe('recent_sign_in_required');
    await sql('update auth.sessions set created_at = now() where user_id = $1', studio.owner.userId);
    expect((await ask(studio)).status).toBe(201);
    expect((await securityEvents(api, studio.id)).map(({ kind }) => kind)).toContain('data_exported');
  });

  it('queues one export, however often it is requested', async () => {
    const studio = await makeStudio(api);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(studio)));
    expect(new Set(answers.map((answer) => answer.read(accounts.exportData).id)).size).toBe(1);
  });

  it('is limited for each day', async () => {
    const studio = await makeStudio(api);
    for (let n = 0; n < 10; n += 1) expect((await ask(studio)).status).toBe(201);
    expect((await ask(studio)).status).toBe(429);
  });
});

describe('the file', () => {
  it('is available to owners for a week, then deleted', async () => {
    const studio = await makeStudio(api);
    const { id } = (await ask(studio)).read(accounts.exportData);
    expect((await link(studio, id)).status).toBe(404);
    await runOutbox(api.jobs);
    const { url } = (await link(studio, id)).read(accounts.exportLink);
    expect((await link(studio, id, studio.people.admin)).status).toBe(403);
    const sessions = 'update auth.sessions set created_at = now() - $2::interval where user_id = $1';
    await sql(sessions, studio.owner.userId, '61 minutes');
    expect((await link(studio, id)).error.code).toBe('recent_sign_in_required');
    await sql(sessions, studio.owner.userId, '0 minutes');
    const stranger = await makeStudio(api);
    expect((await link(stranger, id)).status).toBe(404);
    expect((await fetch(url)).headers.get('content-disposition')).toMatch(/attachment.*\.zip/);
    api.clock.advance(EXPORT_MS);
    expect((await link(studio, id)).status).toBe(404);
    await runOutbox(api.jobs);
    expect(await stateOf(id)).toBe('expired');
    expect(await api.services.storage.head('renditions', `exports/${studio.id}/${id}/studio.zip`)).toBeNull();
  });

  it('is discarded if a customer was erased while it was packed', async () => {
    const studio = await makeStudio(api);
    const { id } = (await ask(studio)).read(accounts.exportData);
    const { storage } = api.jobs;
    const complete: typeof storage.multipart.complete = async (...upload) => {
      const completion = await storage.multipart.complete(...upload);
      await sql(`update account_exports set status = 'failed' where id = $1`, id);
      return completion;
    };
    expect(
      await runOutbox({ ...api.jobs, storage: { ...storage, multipart: { ...storage.multipart, complete } } }),
    ).toMatchObject({ failed: 0 });
    expect(await stateOf(id)).toBe('failed');
    expect(await storage.head('renditions', `exports/${studio.id}/${id}/studio.zip`)).toBeNull();
    expect((await sql(`select from outbox where dedupe_key = $1`, `export-end:${id}`)).rowCount).toBe(0);
  });

  it('is discarded if another run of the same export finished first', async () => {
    const studio = await makeStudio(api);
    const { id } = (await ask(studio)).read(accounts.exportData);
    const { storage } = api.jobs;
    const complete: typeof storage.multipart.complete = async (...upload) => {
      const completion = await storage.multipart.complete(...upload);
      const ready = `status = 'ready', size = 1, ready_at = now(), expires_at = now() + interval '7 days'`;
      await sql(`update account_exports set ${ready} where id = $1`, id);
      return completion;
    };
    expect(
      await runOutbox({ ...api.jobs, storage: { ...storage, multipart: { ...storage.multipart, complete } } }),
    ).toMatchObject({ failed: 0 });
    expect(await storage.head('renditions', `exports/${studio.id}/${id}/studio.zip`)).not.toBeNull();
  });

  it('reports failure after the last attempt and allows another export', async () => {
    const studio = await makeStudio(api);
    const { id } = (await ask(studio)).read(accounts.exportData);
    await sql(`delete from outbox where dedupe_key = $1`, `export:${id}`);
    api.clock.advance(DAY_MS);
    await emptyTrash(api.jobs);
    expect(await stateOf(id)).toBe('failed');
    await sql('update auth.sessions set created_at = now() where user_id = $1', studio.owner.userId);
    expect((await ask(studio)).read(accounts.exportData).id).not.toBe(id);
  });
});
