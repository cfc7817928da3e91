import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { can, type Capability, ROLES } from '#core/domain/studio/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { MUTATION_CASES, nameOf } from '../support/back-office-cases.ts';
import { makeRows, memberContext, type Rows } from '../support/back-office-rows.ts';
import { mutatorNames } from '../support/back-office.ts';
import { type MutatorStudio, mutatorStudio } from '../support/mutator-studio.ts';

/* Mutators with their effects: some effects read and lock rows before the mutator. */

let studio: MutatorStudio;
let rows: Rows;
beforeAll(async () => {
  studio = await mutatorStudio('owner');
  rows = await makeRows(studio.database.pool, studio.ctx.accountId);
});
afterAll(() => studio?.close());

const shared = new Map<string, readonly Capability[]>(
  Object.entries(studioMutators).flatMap(([noun, mutators]) =>
    Object.entries(mutators).map(([name, { capabilities }]) => [`${noun}.${name}`, capabilities] as const),
  ),
);

/** Requires that a mutation is refused without a statement. */
async function expectRefusal(name: string, args: object, ctx: Ctx | undefined, message: string): Promise<void> {
  await studio.office.transaction(async (tx) => {
    const query = vi.spyOn(tx.dbTransaction, 'query');
    await expect(studio.office.mutateIn(tx, name, args as never, ctx)).rejects.toThrow(message);
    expect(query).not.toHaveBeenCalled();
  });
}

describe('the mutators of the server', () => {
  it('have the names of the shared ones', () => {
    expect(mutatorNames.toSorted()).toEqual([...shared.keys()].toSorted());
  });

  it.each(Object.entries(MUTATION_CASES))('%s reads nothing before it authorises', async (label, { args }) => {
    const name = nameOf(label);
    await expectRefusal(name, args(rows) as object, undefined, 'unauthorized');
    for (const role of ROLES.filter((one) => !shared.get(name)!.every((capability) => can(one, capability)))) {
      await expectRefusal(name, args(rows) as object, memberContext(studio.members, role), 'forbidden');
    }
  });

  it.each(Object.entries(MUTATION_CASES))('%s reads nothing before it validates', async (label, { args }) => {
    const invalid = { ...(args(rows) as object), now: -1 };
    await expectRefusal(nameOf(label), invalid, studio.ctx, 'Validation failed');
  });
});
