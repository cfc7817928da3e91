import { escapeLiteral } from 'pg';
import type { Db } from './rows.ts';

/** Formats that columns may require of a text. */
const FORMS = [
  (marker: string) => marker,
  (marker: string) => `${marker}@example.org`,
  (marker: string) => `https://example.org/${marker}`,
  (marker: string) => `/${marker}`,
  (marker: string) => `$scrypt$${marker.padEnd(40, '0')}`,
  (marker: string) => `${marker}.example.org`,
  (marker: string) => marker.padEnd(40, '0'),
];

/** Tries the forms one after another in every column: a thousand statements, which would be a thousand round trips. */
const MARK = `
  create or replace function pg_temp.mark(account text, texts text[], objects text[]) returns setof text language plpgsql as $$
  declare
    at record;
    form text;
    is_marked boolean;
  begin
    set constraints all immediate;
    for at in
      select c.table_name as "table", c.column_name as name, c.data_type as type,
        case when c.table_name = 'accounts' then 'id' else 'account_id' end as owner
      from information_schema.columns c
      where c.table_schema = 'public' and c.data_type in ('text', 'jsonb') and c.column_name <> 'account_id'
        and (c.table_name = 'accounts' or exists (select from information_schema.columns a
          where a.table_schema = 'public' and a.table_name = c.table_name and a.column_name = 'account_id'))
      order by 1, 2
    loop
      is_marked := false;
      foreach form in array case at.type when 'text' then texts else objects end loop
        begin
          execute format('update public.%I set %I = $2::%s where %I = $1', at.table, at.name, at.type, at.owner)
            using account, form;
          is_marked := true;
          exit;
        exception when others then
          -- A CHECK, a key or a trigger requires another format.
        end;
      end loop;
      if not is_marked then return next at.table || '.' || at.name; end if;
    end loop;
  end $$`;

/**
 * Writes an account's marker into every text and JSON column of every table with accounts.
 * @returns columns that refuse it: ids, statuses and other fixed formats
 */
export async function markAccount(db: Db, accountId: string, marker: string): Promise<string[]> {
  const list = (forms: readonly string[]) => `array[${forms.map(escapeLiteral).join(', ')}]`;
  const texts = list(FORMS.map((form) => form(marker)));
  const objects = list([JSON.stringify(objectOf(marker)), JSON.stringify([marker])]);
  // One query: `pg_temp` functions exist in the session that made them, and the pool may use another for the next.
  const results = (await db.query(
    `${MARK}; select pg_temp.mark(${escapeLiteral(accountId)}, ${texts}, ${objects}) as "column"`,
  )) as unknown as { rows: { column: string }[] }[];
  return results.at(-1)!.rows.map(({ column }) => column);
}

/** Also sets the JSON keys under which settings and metadata are read. */
function objectOf(marker: string): Record<string, string> {
  const names = ['canary', 'businessName', 'bio', 'phone', 'address', 'copyright', 'artist', 'logoUrl'];
  return Object.fromEntries(names.map((name) => [name, marker]));
}
