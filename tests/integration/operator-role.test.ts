import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertAccount } from '../support/rows.ts';

let database: TestDatabase;
let accountId: string;
beforeAll(async () => {
  database = await createDatabase();
  accountId = (await insertAccount(database.pool)).id;
});
afterAll(() => database?.drop());

/** Runs `work` with the operator's role, and rolls back. */
async function asOperator<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local role albumen_operator');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const codeOf = (sql: string, values: unknown[] = []) =>
  asOperator((client) => client.query(sql, values)).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

const DENIED = '42501';
const insert = `insert into operators.events (account_id, actor, kind, reason) values ($1, 'Nina', 'suspend', 'Spam')`;

describe('the operator’s role', () => {
  it('has exactly these rights in the database', async () => {
    const { rows } = await database.pool.query<{ held: string }>(
      `select concat_ws(' ', n.nspname || '.' || c.relname, string_agg(v.privilege, ', ' order by v.privilege)) as held
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
         cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) v (privilege)
       where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'p', 'v', 'm', 'f')
         and (has_table_privilege('albumen_operator', c.oid, v.privilege)
           or (v.privilege in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
             and has_any_column_privilege('albumen_operator', c.oid, v.privilege)))
       group by n.nspname, c.relname order by 1`,
    );
    expect(rows.map(({ held }) => held)).toEqual([
      'operators.accounts SELECT',
      'operators.addresses SELECT',
      'operators.events INSERT, SELECT',
      'operators.holds SELECT',
      'operators.mail_refusals SELECT',
      'operators.members SELECT',
      'operators.notices SELECT',
      'operators.pending_effects SELECT',
      'operators.plans SELECT',
      'operators.trash SELECT',
      'operators.usage SELECT',
      'operators.usage_days SELECT',
    ]);
  });

  it('may run no function of ours, and is a member of no other role', async () => {
    const { rows } = await database.pool.query(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'operators'::regnamespace)
         and has_function_privilege('albumen_operator', p.oid, 'execute')
       union all select m.roleid::regrole::text from pg_auth_members m where m.member = 'albumen_operator'::regrole`,
    );
    expect(rows).toEqual([]);
  });

  it('is refused every verb on every table of the product', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p')`,
    );
    expect(rows.length).toBeGreaterThan(60);
    for (const { name } of rows) {
      for (const sql of [`select from ${name}`, `insert into ${name} default values`, `delete from ${name}`]) {
        expect([sql, await codeOf(sql)]).toEqual([sql, DENIED]);
      }
    }
  });

  it('requests an act, and cannot say how it ended', async () => {
    expect(await codeOf(insert, [accountId])).toBe('done');
    expect(
      await codeOf(`insert into operators.events (actor, kind, reason, outcome) values ('N', 'x', 'y', 'done')`),
    ).toBe(DENIED);
    expect(await codeOf(`update operators.events set outcome = 'done'`)).toBe(DENIED);
    expect(await codeOf('delete from operators.events')).toBe(DENIED);
  });
});

describe('an operator’s event', () => {
  const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values);

  it('keeps all but its outcome, which is written once', async () => {
    await sql(insert, accountId);
    for (const set of [
      `reason = 'Other'`,
      `kind = 'resume'`,
      `actor = 'Other'`,
      `params = '{"a":1}'`,
      `visible_at = now()`,
      `at = now() - interval '7 years'`,
    ]) {
      await expect(sql(`update operator_events set ${set}`), set).rejects.toMatchObject({ code: DENIED });
    }
    await expect(sql('delete from operator_events')).rejects.toMatchObject({ code: DENIED });
    await sql(`update operator_events set done_at = now(), outcome = 'done'`);
    await expect(sql(`update operator_events set outcome = 'unchanged'`)).rejects.toMatchObject({ code: DENIED });
  });

  it('outlives its studio, by the studio’s address', async () => {
    const { rows } = await sql('select slug from accounts where id = $1', accountId);
    await sql('delete from accounts where id = $1', accountId);
    expect((await sql('select account_id, slug from operator_events')).rows).toEqual([
      { account_id: null, slug: rows[0].slug },
    ]);
  });

  it('may be deleted after six years', async () => {
    await sql('alter table operator_events disable trigger operator_events_keep');
    await sql(`update operator_events set at = now() - interval '6 years', visible_at = now() - interval '6 years'`);
    await sql('alter table operator_events enable trigger operator_events_keep');
    await sql('delete from operator_events');
  });
});
