import { insights, type VisitorCounts } from '#core/api/insights.ts';
import { type AwayMonths, GALLERY_COUNTS, type InsightTable } from '#core/domain/studio/insights.ts';
import { assertCan, type Capability, can } from '#core/domain/studio/roles.ts';
import { BYTE_ORDER_MARK, csvFormat, csvRow } from '#core/domain/values/csv.ts';
import { decimalAmount } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { localDate } from '#core/domain/values/time.ts';
import ca from '#locales/ca/export.json' with { type: 'json' };
import en from '#locales/en/export.json' with { type: 'json' };
import es from '#locales/es/export.json' with { type: 'json' };
import type { Queryable } from '../platform/db/database.ts';
import { attachment } from '../platform/http/content-disposition.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { formatText } from '../platform/texts.ts';
import { readAwayClients, readBooking, readRevenue, sumRevenue } from './business.ts';
import { readCounts, readGalleries, readLovedPhotos } from './galleries.ts';
import { readScope, requireGallery, type Scope } from './scope.ts';

export { usage } from './usage.ts';

const TEXTS = { en, es, ca } as const;

interface CsvTable {
  /** Key of the file's name in `export:insights.files`. */
  name: string;
  /** Keys of `export:insights.columns`. */
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** Named in the file's name. */
  gallery?: string;
}

/** Returns a table as a CSV file in the studio's language. */
function csvAnswer({ name, columns, rows, gallery = '' }: CsvTable, language: Language) {
  const text = (key: string, values = {}) => formatText(TEXTS[language], language, `insights.${key}`, values);
  const format = csvFormat(language);
  const head = csvRow(
    columns.map((column) => text(`columns.${column}`)),
    format,
  );
  return {
    body: undefined,
    json: BYTE_ORDER_MARK + head + rows.map((row) => csvRow(row, format)).join(''),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachment(`${text(`files.${name}`, { gallery })}.csv`),
    },
  };
}

/** Returns a named line of the booking table. */
function bookingStep(step: string, language: Language): string {
  return formatText(TEXTS[language], language, `insights.steps.${step}`);
}

/** Rows on a screen, and in a file. */
const [SHOWN, IN_FILE] = [12, 5000] as const;

export const studio = defineHandler(insights.studio, async ({ services: { db, clock }, caller, query }) => {
  const scope = await readScope(db, caller, query.period, clock());
  const [counts, galleries, photos, booking, revenue, clients] = await Promise.all([
    readCounts(db, scope),
    readGalleries(db, scope, SHOWN),
    readLovedPhotos(db, scope, SHOWN),
    can(caller.role, 'sessions.read') ? readBooking(db, scope) : null,
    can(caller.role, 'money.read') ? readRevenue(db, scope).then((rows) => sumRevenue(rows, scope)) : null,
    can(caller.role, 'customers.read') ? readAwayClients(db, scope, { away: query.away, limit: SHOWN }) : null,
  ]);
  const { unit } = scope.range;
  return { body: { unit, firstYear: scope.firstYear, counts, galleries, photos, booking, revenue, clients } };
});

export const gallery = defineHandler(insights.gallery, async ({ services: { db, clock }, caller, params, query }) => {
  const scope = { ...(await readScope(db, caller, query.period, clock())), galleryId: params.galleryId };
  await requireGallery(db, scope, params.galleryId);
  const [counts, photos] = await Promise.all([readCounts(db, scope), readLovedPhotos(db, scope, SHOWN)]);
  return { body: { unit: scope.range.unit, firstYear: scope.firstYear, counts, photos } };
});

export const table = defineHandler(insights.table, async ({ services: { db, clock }, caller, params, query }) => {
  const capability = TABLE_CAPABILITIES[params.table];
  if (capability) assertCan(caller.role, capability);
  const scope = await readScope(db, caller, query.period, clock());
  return csvAnswer(await TABLES[params.table](db, scope, query.away), scope.language);
});

export const galleryTable = defineHandler(
  insights.galleryTable,
  async ({ services: { db, clock }, caller, params, query }) => {
    const scope = { ...(await readScope(db, caller, query.period, clock())), galleryId: params.galleryId };
    const { name } = await requireGallery(db, scope, params.galleryId);
    return csvAnswer(
      { ...countsTable(scope, await readCounts(db, scope)), name: 'gallery', gallery: name },
      scope.language,
    );
  },
);

const countCells = (row: Omit<VisitorCounts, 'key'>) => GALLERY_COUNTS.map((count) => row[count]);

function countsTable({ range }: Scope, rows: readonly VisitorCounts[]): CsvTable {
  return {
    name: 'visits',
    columns: [range.unit, ...GALLERY_COUNTS],
    rows: rows.map((row) => [row.key, ...countCells(row)]),
  };
}

/** Rights that a table needs besides the endpoint's own. */
const TABLE_CAPABILITIES: Readonly<Partial<Record<InsightTable, Capability>>> = {
  booking: 'sessions.read',
  revenue: 'money.read',
  clients: 'customers.read',
};

const TABLES: Readonly<Record<InsightTable, (db: Queryable, scope: Scope, away: AwayMonths) => Promise<CsvTable>>> = {
  visits: async (db, scope) => countsTable(scope, await readCounts(db, scope)),
  galleries: async (db, scope) => ({
    name: 'galleries',
    columns: ['gallery', ...GALLERY_COUNTS],
    rows: (await readGalleries(db, scope, IN_FILE)).map((row) => [row.name, ...countCells(row)]),
  }),
  photos: async (db, scope) => ({
    name: 'photos',
    columns: ['photo', 'gallery', 'people', 'views'],
    rows: (await readLovedPhotos(db, scope, IN_FILE)).map((row) => [row.filename, row.gallery, row.people, row.views]),
  }),
  booking: async (db, scope) => ({
    name: 'booking',
    columns: ['step', 'count'],
    rows: Object.entries(await readBooking(db, scope)).map(([step, count]) => [
      bookingStep(step, scope.language),
      count,
    ]),
  }),
  revenue: async (db, scope) => ({
    name: 'revenue',
    columns: [scope.range.unit, 'type', 'payments', 'amount', 'currency'],
    rows: (await readRevenue(db, scope)).map(({ key, type, payments, amount, currency }) => [
      key,
      type,
      payments,
      decimalAmount(amount, currency),
      currency,
    ]),
  }),
  clients: async (db, scope, away) => ({
    name: 'clients',
    columns: ['client', 'lastSession', 'type', 'sessions'],
    rows: (await readAwayClients(db, scope, { away, limit: IN_FILE })).map((row) => [
      row.name,
      localDate(row.lastSessionAt, scope.zone),
      row.lastType,
      row.sessions,
    ]),
  }),
};
