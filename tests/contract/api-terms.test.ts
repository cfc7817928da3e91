import { expect, it } from 'vitest';
import { accounts } from '#core/api/accounts.ts';
import { presentTerms, TERMS } from '#core/domain/studio/terms.ts';
import { testApi } from '../support/api.ts';
import { newId } from '../support/rows.ts';
import { makeStudio, stranger } from '../support/studio.ts';

const api = await testApi();
const { version, sha256 } = presentTerms();
const agreements = async (accountId: string) =>
  (
    await api.db.pool.query(
      `select user_id, version, sha256, language from agreements where account_id = $1 and document = 'terms' order by at`,
      [accountId],
    )
  ).rows;
const input = (terms?: object) => ({
  name: 'Llum',
  slug: `llum-${newId(8)}`,
  currency: 'EUR',
  timeZone: 'Europe/Madrid',
  language: 'ca',
  ...(terms && { terms }),
});

it('opening a studio records the terms that its owner agreed to', async () => {
  const as = stranger();
  const open = (terms?: object) => api.call('POST', '/api/accounts', { as, body: input(terms) });
  const made = (await open({ version, language: 'es' })).read(accounts.create);
  expect(made.terms).toBe(version);
  expect(await agreements(made.id)).toEqual([{ user_id: as.userId, version, sha256: sha256.es, language: 'es' }]);
  expect((await open({ version: version + 1, language: 'es' })).error.code).toBe('conflict');
  expect((await open()).read(accounts.create).terms).toBeNull();
});

it('an owner accepts the terms once, and is asked again about another version', async ({ onTestFinished }) => {
  const studio = await makeStudio(api);
  const accept = (as = studio.owner, of = presentTerms().version) =>
    api.call('POST', '/api/accounts/terms', { as, account: studio.id, body: { version: of, language: 'en' } });
  expect((await accept()).read(accounts.acceptTerms).terms).toBe(version);
  await accept();
  expect(await agreements(studio.id)).toHaveLength(1);
  expect((await accept(studio.people.photographer)).error.code).toBe('forbidden');
  (TERMS as unknown as object[]).push({ ...presentTerms(), version: version + 1 });
  onTestFinished(() => void (TERMS as unknown as object[]).pop());
  expect((await accept(studio.owner, version)).error.code).toBe('conflict');
  expect((await accept()).read(accounts.acceptTerms).terms).toBe(version + 1);
  expect(await agreements(studio.id)).toHaveLength(2);
});
