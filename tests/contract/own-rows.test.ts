import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Mutators reach rows by core/zero/own-rows.ts alone. Each rule is a text that they may not have themselves. */
const RULES = {
  'a query of all accounts': /\bzql\./g,
  'a filter by account': /\.where\(\s*'accountId'/g,
  'a row by its id': /\.where\(\s*'id',\s*[^'\s]/g,
  'a check of an account in an id': /parseAccountId/g,
  'a lock': /\bfor (?:no key )?update\b/g,
} as const;
type Rule = keyof typeof RULES;

const EXCEPTIONS: readonly { rule: Rule; file: string; count: number; reason: string }[] = [
  {
    rule: 'a query of all accounts',
    file: 'grants.ts',
    count: 1,
    reason: 'a hash is unique among all accounts',
  },
  { rule: 'a query of all accounts', file: 'payment-access.ts', count: 1, reason: 'the row of the account itself' },
  { rule: 'a row by its id', file: 'payment-access.ts', count: 1, reason: 'the row of the account itself' },
  { rule: 'a row by its id', file: 'messages.ts', count: 1, reason: 'with its client and its session' },
  { rule: 'a lock', file: 'customer-access.ts', count: 1, reason: 'all sessions of clients' },
  { rule: 'a lock', file: 'merge-people.ts', count: 2, reason: 'all lists of a gallery, and people with their grants' },
  { rule: 'a lock', file: 'photo-access.ts', count: 1, reason: 'some columns of thousands of rows' },
  { rule: 'a lock', file: 'proofing-people.ts', count: 2, reason: 'lists of owners, and some columns of people' },
  { rule: 'a lock', file: 'settings.ts', count: 1, reason: 'settings have a key and no id' },
];

/** Returns the number of texts that break each rule, by file; rules that no text breaks are left out. */
function breaches(files: Readonly<Record<string, string>>) {
  return Object.entries(files).flatMap(([file, text]) =>
    (Object.keys(RULES) as Rule[])
      .map((rule) => ({ rule, file, count: text.match(RULES[rule])?.length ?? 0 }))
      .filter(({ count }) => count > 0),
  );
}

const folder = resolve(import.meta.dirname, '../../core/zero/mutators');
const sources = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
const sorted = (list: readonly { rule: Rule; file: string; count: number }[]) =>
  list.map(({ rule, file, count }) => `${file}: ${rule} (${count})`).toSorted();

describe('mutators', () => {
  it('reach rows by own-rows.ts, but for the listed exceptions', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(35);
    expect(sorted(breaches(sources))).toEqual(sorted(EXCEPTIONS));
  });

  it.each([
    ['a query of all accounts', "await tx.run(zql.photos.where('galleryId', id))"],
    ['a filter by account', "query\n  .where(\n    'accountId', accountId)"],
    ['a row by its id', "ownRows(ctx, 'photos').where('id', args.id).one()"],
    ['a check of an account in an id', 'if (parseAccountId(id) !== ctx.accountId) throw error'],
    ['a lock', "const sql = 'select from photos where id = $1 for no key update'"],
    ['a lock', '`select from photos\n where id = $1 for update`'],
  ] as const)('are refused for %s: %s', (rule, text) => {
    expect(breaches({ 'planted.ts': text })).toEqual([{ rule, file: 'planted.ts', count: 1 }]);
  });

  it('may filter and sort what own-rows.ts returns', () => {
    const text = "ownRows(ctx, 'pages').where('path', path).where('id', '!=', id).orderBy('order', 'asc')";
    expect(breaches({ 'planted.ts': text })).toEqual([]);
  });
});
