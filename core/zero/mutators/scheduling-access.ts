import type { Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/values/errors.ts';
import type { Ctx } from '../context.ts';
import { assertReference, ownRows } from '../own-rows.ts';

interface Parents {
  sessionTypeId?: string | undefined;
  photographerId?: string | null | undefined;
  locationId?: string | null | undefined;
  contractTemplateId?: string | null | undefined;
  questionnaireTemplateId?: string | null | undefined;
}

/** Requires that the referenced rows are the account's own, see `assertReference`. */
export async function assertOwnParents(tx: Transaction, ctx: Ctx, named: Parents): Promise<void> {
  await assertReference(tx, ctx, 'sessionTypes', named.sessionTypeId, 'sessionTypeId');
  await assertPhotographer(tx, ctx, named.photographerId);
  await assertReference(tx, ctx, 'locations', named.locationId, 'locationId');
  await assertReference(tx, ctx, 'contractTemplates', named.contractTemplateId, 'contractTemplateId');
  await assertReference(tx, ctx, 'questionnaireTemplates', named.questionnaireTemplateId, 'questionnaireTemplateId');
}

/** Requires a member of the account: only the server has them all. */
export async function assertPhotographer(tx: Transaction, ctx: Ctx, id: string | null | undefined): Promise<void> {
  if (!id || tx.location === 'client') return;
  const member = await tx.run(ownRows(ctx, 'accountMembers').where('userId', id).one());
  if (!member) throw new AppError('not_found', { field: 'photographerId' });
}
