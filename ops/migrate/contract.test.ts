import { describe, expect, it } from 'vitest';
import { runChild } from '../lib/child.ts';
import { checkMigration, checkMigrations, FIRST_RELEASE, readMigrations } from './contract.ts';

const check = (sql: string) => checkMigration({ name: '20270101000100_later.sql', sql });
const problemsOf = async (sql: string) => (await check(sql)).problems.map(({ what }) => what);

const WHY = '-- contract: the back office reads people.name instead, since 1.4.0';
const BRIEF = '-- lock: a table of a few hundred rows, one per account';

describe('statements that remove or tighten used objects', () => {
  it.each([
    ['drop table public.photos', /drops the table public\.photos/],
    ['drop table photos', /drops the table public\.photos/],
    ['drop view public.totals', /drops the view/],
    ['drop type public.mood', /drops the type/],
    ['drop function public.seed(text)', /drops the function public\.seed/],
    ['drop schema extra', /drops the schema/],
    ['drop sequence public.numbers', /drops the sequence/],
    ['drop publication zero_studio', /drops the publication/],
    ['drop index public.photos_name', /drops the index public\.photos_name/],
    ['drop trigger touch on public.photos', /drops the trigger public\.photos\.touch/],
    ['alter table public.photos drop column size', /drops the column public\.photos\.size/],
    ['alter table public.photos drop constraint photos_size', /drops the constraint photos_size/],
    ['alter table public.photos rename column size to bytes', /renames the column public\.photos\.size/],
    ['alter table public.photos rename to pictures', /renames the table public\.photos/],
    ['alter table public.photos rename constraint a to b', /renames the tabconstraint public\.photos\.a/],
    ['alter type public.mood rename to humour', /renames the type public\.mood/],
    ["alter type public.mood rename value 'sad' to 'blue'", /renames the value sad of public\.mood/],
    ['alter table public.photos alter column size type bigint', /changes the type of public\.photos\.size/],
    ['alter table public.photos alter column size set not null', /makes public\.photos\.size required/],
    ['alter table public.photos alter column size drop default', /takes the default of public\.photos\.size away/],
    ['alter table public.photos add column colour text not null', /required column public\.photos\.colour without/],
    ['alter table public.photos add constraint one unique (filename)', /tightens what may be written/],
    ['alter table public.photos add primary key (filename)', /tightens what may be written/],
    ['create unique index photos_one on public.photos (filename)', /tightens what may be written/],
    ['alter domain public.positive add check (value > 0)', /tightens the domain public\.positive/],
    ['alter table public.photos set schema private', /moves public\.photos to another schema/],
    ['alter table public.photos disable row level security', /switches row level security/],
    ['alter table public.photos set unlogged', /not known to be harmless \(SetUnLogged\)/],
    ['truncate public.photos', /empties public\.photos/],
    ['revoke select on public.photos from postgres', /takes rights on public\.photos away/],
    ['revoke service_role from postgres', /takes a role away/],
    ['drop owned by postgres', /drops a role or what it owns/],
    ['alter table public.photos owner to postgres', /not known to be harmless \(ChangeOwner\)/],
    ['do $$ begin alter table photos drop column size; end $$', /says "drop column" in a DO block/],
    ["do $$ begin execute 'truncate photos'; end $$", /says "truncate" in a DO block/],
  ])('%s', async (sql, expected) => {
    const { problems } = await check(`${sql};`);
    expect(problems.map(({ what }) => what).join('\n')).toMatch(expected);
    expect(await problemsOf(`${WHY}\n${BRIEF}\n${sql};`)).not.toContainEqual(expect.stringMatching(expected));
  });

  it.each([
    ['alter publication zero_studio drop table public.photos', /takes a table out of the publication/],
    ['alter publication zero_studio set table public.photos (id)', /replaces what the publication/],
  ])('%s', async (sql, expected) => {
    const told = `${sql}; select public.publish_to_zero();`;
    expect((await problemsOf(told)).join('\n')).toMatch(expected);
    expect(await problemsOf(`${WHY}\n${told}`)).toEqual([]);
  });
});

describe('statements that block writers', () => {
  it.each([
    ['create index photos_name on public.photos (filename)', /holds up writing while it builds/],
    ['alter table public.photos add constraint few check (size > 0)', /checks every row for the constraint few/],
    ['alter table public.photos add foreign key (a) references public.b (id)', /checks every row/],
    ['alter table public.photos add column size int check (size > 0)', /checks every row of public\.photos/],
    ['alter table public.photos add column b text references public.b (id)', /checks every row of public\.photos/],
    ['alter table public.photos add column code text unique', /builds an index of public\.photos/],
    ['alter table public.photos add column n int generated always as identity', /fills public\.photos\.n row by row/],
    ['alter table public.photos add column n int generated always as (size * 2) stored', /row by row/],
    ['alter table public.photos add column n uuid default gen_random_uuid()', /fills public\.photos\.n row by row/],
  ])('%s', async (sql, expected) => {
    expect((await problemsOf(`${sql};`)).join('\n')).toMatch(expected);
    expect(await problemsOf(`${BRIEF}\n${sql};`)).toEqual([]);
  });
});

describe('statements without effect on running code', () => {
  it.each([
    'create table public.notes (id text primary key, body text not null check (length(body) < 9), unique (body))',
    'alter table public.photos add column colour text',
    "alter table public.photos add column colour text not null default 'grey'",
    'alter table public.photos add column seen_at timestamptz not null default now()',
    'alter table public.photos alter column size set default 3',
    'alter table public.photos add constraint few check (size > 0) not valid',
    'alter table public.photos validate constraint few',
    'create index concurrently photos_name on public.photos (filename)',
    "alter type public.mood add value 'calm'",
    'alter table public.photos enable row level security',
    'revoke all on public.photos from anon, authenticated',
    'create or replace function public.f() returns int language sql as $$ select 1 $$',
    'drop trigger touch on public.photos; create trigger touch before update on public.photos for each row execute function f()',
    'drop index public.photos_name; create index concurrently photos_name on public.photos (filename, id)',
    'do $$ begin perform 1; end $$',
  ])('%s', async (sql) => {
    expect(await problemsOf(`${sql};`)).toEqual([]);
  });

  it('a migration may change objects that it created itself', async () => {
    const sql = `
      create table public.notes (id text, body text);
      create type public.mood as enum ('sad');
      alter table public.photos add column colour text;
      create index notes_body on public.notes (body);
      alter table public.notes add constraint short check (length(body) < 9), alter column body set not null;
      alter table public.notes rename column body to text;
      alter table public.photos alter column colour set not null;
      alter type public.mood rename value 'sad' to 'blue';
      revoke all on public.notes from postgres;
      drop index public.notes_body;
      truncate public.notes;
      drop table public.notes;`;
    expect(await problemsOf(sql)).toEqual([]);
  });

  it('a migration may not drop an existing object before creating it again', async () => {
    expect(await problemsOf('drop table public.photos; create table public.photos (id text);')).toHaveLength(1);
    expect(
      await problemsOf('create table if not exists public.photos (id text); drop table public.photos;'),
    ).toHaveLength(1);
  });
});

describe('warnings', () => {
  it.each([
    ['alter table public.photos alter column size drop not null', /be null/],
    ['delete from public.photos where size = 0', /deletes rows of public\.photos/],
    ['create function public.f() returns void language plpgsql as $$ begin drop table photos; end $$', /in a function/],
    [
      'alter table public.photos drop constraint s; alter table public.photos add constraint s check (size in (1, 2)) not valid',
      /makes it again: does it only widen/,
    ],
  ])('%s', async (sql, expected) => {
    const { problems, warnings } = await check(`${sql};`);
    expect(problems).toEqual([]);
    expect(warnings.map(({ what }) => what).join('\n')).toMatch(expected);
  });
});

describe('markers', () => {
  const DROP = 'alter table public.photos drop column size;';

  it.each(['-- contract:', '-- contract: unused', '-- contract: nothing reads it', '-- contract: since 1.2'])(
    'refuse the short reason "%s"',
    async (marker) => {
      expect((await problemsOf(`${marker}\n${DROP}`)).join()).toMatch(/must say why .* "since" which release/);
    },
  );

  it('allow no addition beside a contraction', async () => {
    expect(await problemsOf(`${WHY}\n${DROP}\ncreate table public.notes (id text);`)).toEqual([
      'makes the table public.notes; what adds belongs in a migration of its own',
    ]);
    expect(await problemsOf(`${WHY}\n${DROP}\nalter table public.photos add column bytes bigint;`)).toHaveLength(1);
  });

  it('are refused where they are unnecessary', async () => {
    expect((await problemsOf(`${WHY}\nselect 1;`)).join()).toMatch(/takes nothing away/);
    expect((await problemsOf(`${BRIEF}\nselect 1;`)).join()).toMatch(/must say why nobody waits long/);
  });

  it('do not replace each other', async () => {
    expect(await problemsOf(`${BRIEF}\n${DROP}`)).not.toEqual([]);
    expect(await problemsOf(`${WHY}\ncreate index a on public.photos (size);`)).not.toEqual([]);
  });
});

it('requires a changed publication to notify Zero', async () => {
  const add = 'alter publication zero_studio add table public.photos;';
  expect(await problemsOf(add)).toEqual(['changes the publication without telling Zero']);
  expect(await problemsOf(`${add} select public.publish_to_zero();`)).toEqual([]);
});

it('reports the file and the line of the statement, in any alphabet', async () => {
  const { problems } = await check(
    `-- ${'ñ'.repeat(99)}\nselect 1;\n\n-- ç\n/* two\nlines */\ndrop table public.photos;\n\nselect 2;\n`,
  );
  expect(problems).toEqual([
    { file: '20270101000100_later.sql', line: 7, what: 'drops the table public.photos; old code may use it' },
  ]);
});

it('refuses invalid SQL', async () => {
  expect((await problemsOf('alter tabel x;')).join()).toMatch(/is no SQL: syntax error/);
});

/** Files before this day came in without regard to their times. */
const ORDERED_SINCE = '20261127';

describe('the migrations of this repository', () => {
  it('sort in the order in which they came in: a database refuses a file before its last', async ({ skip }) => {
    const files = ['--diff-filter=A', '--no-renames', '--name-only', '--format=', '--', 'supabase/migrations'];
    const history = await runChild('git', ['log', '--reverse', '--first-parent', '-m', ...files]).catch(() => null);
    if (history?.code !== 0) return skip('the repository has no history here');
    const present = (await readMigrations()).map(({ name }) => name).filter((name) => name > ORDERED_SINCE);
    const known = history.stdout.split('\n').map((path) => path.split('/').at(-1)!);
    const came = [...new Set([...known.filter((name) => present.includes(name)), ...present])];
    expect(came).toEqual(present);
  });

  it('follow the rule', async () => {
    expect((await checkMigrations(await readMigrations())).problems).toEqual([]);
  });

  it('start with those of the first release, some of which would break the rule', async () => {
    const migrations = await readMigrations();
    expect(migrations.map(({ name }) => name)).toContain(FIRST_RELEASE);
    expect((await checkMigrations(migrations, '')).problems).not.toEqual([]);
  });
});
