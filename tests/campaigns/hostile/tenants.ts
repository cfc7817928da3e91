import type { Pool } from 'pg';
import type { ApiStack } from '../../support/api.ts';
import { makeRows } from '../../support/back-office-rows.ts';
import { markAccount } from '../../support/canary.ts';
import { newId } from '../../support/rows.ts';
import { makeStudio, type Studio } from '../../support/studio.ts';
import type { Words } from './schema-values.ts';

/** Every text of the other studio that can hold it. */
export const MARKER = 'foreigncanary';

export interface Tenants {
  own: Studio;
  foreign: Studio;
  /** Ids of both studios, three of four from the own one. */
  words(): Promise<Words>;
}

/** Creates two studios with a row of everything; the marker is in each text of the foreign one. */
export async function makeTenants(api: ApiStack): Promise<Tenants> {
  const [own, foreign] = [await makeStudio(api, 'Own'), await makeStudio(api, MARKER)];
  for (const studio of [own, foreign]) await makeRows(api.db.pool, studio.id, studio.owner.userId);
  await markAccount(api.db.pool, foreign.id, MARKER);
  // The marker is no zone, which no check lets in.
  await api.db.pool.query(`update accounts set time_zone = 'Europe/Madrid' where id = $1`, [foreign.id]);
  return { own, foreign, words: () => readWords(api.db.pool, own.id, foreign.id) };
}

/** Values that text fields often have the form of. */
const FORMS = [
  'ana@example.org',
  'Ana Puig',
  'Europe/Madrid',
  'en',
  'es',
  'EUR',
  'JPY',
  '#aabbcc',
  '#fff',
  'https://example.org/a?b=c',
  'http://127.0.0.1:1/',
  '2026-12-24',
  '2026-12',
  '2028-02-29',
  '09:30',
  '23:59',
  '24:00',
  'my-studio',
  'example.org',
  '+34 600 000 000',
  'a'.repeat(64),
  '0'.repeat(64),
  '=1+1',
  '{{clientName}}',
  '{{nothing}}',
  'Line\nbreak',
  '\u{1f469}\u200d\u{1f467}',
  'image/jpeg',
  'IMG_1.jpg',
  '/',
  'x',
  'x'.repeat(255),
  '00000000-0000-4000-8000-000000000000',
  'P1D',
];

/** Tables whose ids fields name otherwise than by the table. */
const FIELDS_OF: Readonly<Record<string, readonly string[]>> = {
  account_members: ['userId', 'memberId', 'photographerId', 'assignedTo'],
  pick_lists: ['listId'],
  gallery_sections: ['sectionId'],
  photo_comments: ['commentId'],
  photos: ['photoId', 'coverPhotoId'],
  custom_fonts: ['fontId'],
};

/** Reads the ids of all tables of two studios. */
async function readWords(db: Pool, own: string, foreign: string): Promise<Words> {
  const tables = await db.query<{ table: string; column: string; owner: string }>(
    `select c.table_name as "table", c.column_name as "column",
       case when c.table_name = 'accounts' then 'id' else 'account_id' end as owner
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.column_name in ('id', 'file_id', 'user_id', 'token')
       and (c.table_name = 'accounts' or exists (select from information_schema.columns a where a.table_schema = 'public'
         and a.table_name = c.table_name and a.column_name = 'account_id'))`,
  );
  const byField = new Map<string, string[]>();
  const any = [...FORMS, own, foreign];
  for (const { table, column, owner } of tables.rows) {
    const found = await db.query<{ id: string; isOwn: boolean }>(
      `select "${column}"::text as id, "${owner}" = $1 as "isOwn" from "${table}"
       where "${owner}" in ($1, $2) and "${column}" is not null order by random() limit 40`,
      [own, foreign],
    );
    // Marked texts would appear in answers that repeat them.
    const usable = found.rows.filter(({ id }) => !id.includes(MARKER));
    const ids = usable.flatMap(({ id, isOwn }) => Array<string>(isOwn ? 3 : 1).fill(id));
    const name = camel(column === 'id' ? `${singular(table)}_id` : column);
    for (const field of [name, ...(column === 'id' ? (FIELDS_OF[table] ?? []) : [])]) {
      byField.set(field, [...(byField.get(field) ?? []), ...ids]);
    }
    if (column === 'id') byField.set(`${camel(table)}.id`, ids);
    any.push(...ids.slice(0, 8));
  }
  for (const [field, ids] of byField) {
    if (ids.length === 0) byField.delete(field);
    else if (field.endsWith('Id')) byField.set(`${field}s`, ids);
  }
  const fresh = Array.from({ length: 20 }, () => newId());
  return { byField, any: [...any, ...fresh.slice(0, 5)], fresh };
}

const singular = (table: string) => (table.endsWith('ies') ? `${table.slice(0, -3)}y` : table.replace(/s$/, ''));
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
