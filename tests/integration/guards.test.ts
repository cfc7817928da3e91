import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/domain/values/errors.ts';
import * as roles from '#core/domain/studio/roles.ts';
import { CAPABILITIES, type ActorRole, type Capability } from '#core/domain/studio/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import { backOffice, type BackOffice } from '../support/back-office.ts';
import { MUTATION_CASES, nameOf } from '../support/back-office-cases.ts';
import { QUERY_CASES } from '../support/back-office-query-cases.ts';
import { makeMembers, makeRows, memberContext, type Rows } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

const guard = { denied: '', asked: new Set<string>() };
const { can: canByRole } = roles;

/** An owner without one capability. It shows guards that the current roles would not exercise. */
function can(who: ActorRole, capability: Capability): boolean {
  guard.asked.add(capability);
  return capability !== guard.denied && canByRole(who, capability);
}

let database: TestDatabase;
let office: BackOffice;
let ctx: Ctx;
let rows: Rows;
beforeAll(async () => {
  vi.spyOn(roles, 'can').mockImplementation(can);
  vi.spyOn(roles, 'assertCan').mockImplementation((who, capability) => {
    if (!can(who, capability)) throw new AppError('forbidden', { capability });
  });
  database = await createDatabase();
  office = backOffice(database);
  ctx = memberContext(await makeMembers(database.pool), 'owner');
  rows = await makeRows(database.pool, ctx.accountId, ctx.userId);
});
afterAll(() => database?.drop());

/** Capabilities without which `works` returns false; tests only those that it checks, since others cannot matter. */
async function needed(works: () => Promise<boolean>): Promise<Capability[]> {
  guard.denied = '';
  guard.asked.clear();
  expect(await works()).toBe(true);
  const asked = CAPABILITIES.filter((capability) => guard.asked.has(capability));
  const needs: Capability[] = [];
  for (const capability of asked) {
    guard.denied = capability;
    if (!(await works())) needs.push(capability);
  }
  return needs.toSorted();
}

/** Whether the mutator succeeds; its transaction is rolled back. */
async function goesThrough(name: string, args: Parameters<BackOffice['mutate']>[1]): Promise<boolean> {
  const outcome = await office.attempt(name, args, ctx);
  if (outcome !== 'done') expect(outcome).toBe('forbidden');
  return outcome === 'done';
}

describe('a guard for every capability', () => {
  it.each(Object.entries(MUTATION_CASES))('%s', async (label, { args, needs }) => {
    expect(await needed(() => goesThrough(nameOf(label), args(rows)))).toEqual(needs);
  });

  it.each(Object.entries(QUERY_CASES))('%s', async (label, { args, needs }) => {
    expect(await needed(async () => (await office.read(nameOf(label), args(rows), ctx)).length > 0)).toEqual(needs);
  });
});
