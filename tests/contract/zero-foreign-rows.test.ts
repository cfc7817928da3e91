import { execFileSync } from 'node:child_process';
import { mustGetQuery } from '@rocicorp/zero';
import { handleQueryRequest } from '@rocicorp/zero/server';
import { expect, it } from 'vitest';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { withinAccount } from '#functions/zero/account-fence.ts';
import { zeroEnvironment } from '../../stacks/zero-stack/environment.ts';
import { queryNames } from '../support/back-office.ts';
import { QUERY_CASES } from '../support/back-office-query-cases.ts';
import { missingRows } from '../support/back-office-rows.ts';
import { FOREIGN_ROWS, updateView, VIEW_COPY, watchAmongOthers } from '../support/upstream-programs.ts';

const ACCOUNT = '0'.repeat(10);

it('a window is sent the same and reads a third, without rows of two other studios', async () => {
  const [usual, mended] = [await watchAmongOthers([]), await watchAmongOthers(['--import', FOREIGN_ROWS])];
  expect(usual.read).toBeGreaterThan(1000);
  expect(usual.sent).toBeGreaterThan(1000);
  expect(mended.read).toBeLessThan(usual.read * 0.4);
  expect({ ...mended, read: usual.read }).toEqual(usual);
});

it('a window’s view is the same after each update, and nothing is cloned for it', async () => {
  const [usual, mended] = [await updateView([]), await updateView(['--import', VIEW_COPY])];
  expect(usual.cloned).toBeGreaterThan(usual.updates / 2);
  expect(mended).toMatchObject({ cloned: 0, digest: usual.digest });
});

it('is preloaded in the deployment, and a setting leaves it without effect', async () => {
  const options = {
    group: { number: 0, first: 0, last: 31 },
    appOrigin: 'https://albumen.example',
    ports: { sync: 4848, changeStreamer: 4849 },
    replicaFile: '/data/replica.db',
    role: 'single',
  } as const;
  const read = async (readsForeignRows: boolean) => {
    const environment = zeroEnvironment({ ...options, settings: { cpu: 1024, readsForeignRows } });
    const names = Object.entries(environment).filter(([name]) => /^(NODE_OPTIONS|ALBUMEN_.*)$/.test(name));
    return (await watchAmongOthers([], { env: Object.fromEntries(names) })).read;
  };
  expect(await read(false)).toBeLessThan((await read(true)) * 0.4);
});

it('knows the studio of every query as zero-cache gets it', async () => {
  const ctx = { userId: crypto.randomUUID(), accountId: ACCOUNT, role: 'owner' } as const;
  const list = queryNames.map((name) => {
    const args = QUERY_CASES[name]!.args(missingRows('1'.repeat(10)));
    return { id: name, name, args: args === undefined ? [] : [args] };
  });
  const answer = await handleQueryRequest({
    schema,
    userID: ctx.userId,
    query: {},
    body: ['transform', list],
    handler: (name, args) => mustGetQuery(queries, name).fn({ args, ctx }),
  });
  const sent = withinAccount(answer, ACCOUNT) as unknown as { queries: { name: string; ast: object }[] };
  expect(sent.queries).toHaveLength(queryNames.length);
  const program = `
    const { queries } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    const isKnown = ({ ast }) =>
      foreignRows([{ transformedAst: ast }], () => {})?.('photos', { account_id: 'other', id: '1' }) === true;
    console.log(JSON.stringify(queries.filter((query) => !isKnown(query)).map(({ name }) => name)));`;
  const input = JSON.stringify(sent);
  const output = execFileSync(process.execPath, ['--import', FOREIGN_ROWS, '-e', program], { input });
  expect(JSON.parse(output.toString())).toEqual([]);
});

it('passes over rows of other client groups in Zero’s own tables only', () => {
  const program = `
    const where = {
      type: 'simple', op: '=', left: { type: 'column', name: 'clientGroupID' }, right: { type: 'literal', value: 'own' },
    };
    const isForeign = foreignRows([{ transformedAst: { table: 'zero_0.clients', where } }], () => {});
    console.log(JSON.stringify([
      isForeign('zero_0.clients', { clientGroupID: 'other', clientID: '1' }),
      isForeign('zero_0.clients', { clientGroupID: 'own', clientID: '1' }),
      isForeign('zero.permissions', { lock: true }),
      isForeign('photos', { account_id: 'other', id: '1' }),
    ]));`;
  const output = execFileSync(process.execPath, ['--import', FOREIGN_ROWS, '-e', program]);
  expect(JSON.parse(output.toString())).toEqual([true, false, false, false]);
});
