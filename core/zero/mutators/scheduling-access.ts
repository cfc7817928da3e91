import type { Row as RowOf, Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/values/errors.ts';
import { assertFound, type Ctx } from '../context.ts';
import { type Schema, zql } from '../schema.ts';

export type SessionType = RowOf<Schema['tables']['sessionTypes']>;
export type PlanRow = RowOf<Schema['tables']['schedulePlans']>;
export type LocationRow = RowOf<Schema['tables']['locations']>;

/** Locks and returns the caller's own row; missing and foreign ids fail alike. */
export async function loadSessionType(tx: Transaction, ctx: Ctx, id: string): Promise<SessionType> {
  await lock(tx, ctx, 'session_types', id);
  return assertFound(await tx.run(zql.sessionTypes.where('id', id).where('accountId', ctx.accountId).one()));
}

export async function loadPlan(tx: Transaction, ctx: Ctx, id: string): Promise<PlanRow> {
  await lock(tx, ctx, 'schedule_plans', id);
  return assertFound(await tx.run(zql.schedulePlans.where('id', id).where('accountId', ctx.accountId).one()));
}

export async function loadLocation(tx: Transaction, ctx: Ctx, id: string): Promise<LocationRow> {
  await lock(tx, ctx, 'locations', id);
  return assertFound(await tx.run(zql.locations.where('id', id).where('accountId', ctx.accountId).one()));
}

/** Locks the row until the end of the transaction, so that concurrent changes are serialised. */
async function lock(
  tx: Transaction,
  ctx: Ctx,
  table: 'session_types' | 'schedule_plans' | 'locations',
  id: string,
): Promise<void> {
  if (tx.location === 'client') return;
  const sql = `select from ${table} where account_id = $1 and id = $2 for no key update`;
  await tx.dbTransaction.query(sql, [ctx.accountId, id]);
}

interface Parents {
  sessionTypeId?: string | undefined;
  photographerId?: string | null | undefined;
  locationId?: string | null | undefined;
  contractTemplateId?: string | null | undefined;
  questionnaireTemplateId?: string | null | undefined;
}

/**
 * Requires that the referenced rows belong to the account. Checked on the server only: a browser has only the rows of
 * its screens' queries.
 */
export async function assertOwnParents(tx: Transaction, ctx: Ctx, named: Parents): Promise<void> {
  if (tx.location === 'client') return;
  const { accountId } = ctx;
  const { sessionTypeId: type, photographerId: photographer, locationId: place } = named;
  if (type && !(await tx.run(zql.sessionTypes.where('id', type).where('accountId', accountId).one()))) {
    throwNotFound('sessionTypeId');
  }
  const member = photographer && zql.accountMembers.where('userId', photographer).where('accountId', accountId).one();
  if (member && !(await tx.run(member))) throwNotFound('photographerId');
  if (place && !(await tx.run(zql.locations.where('id', place).where('accountId', accountId).one()))) {
    throwNotFound('locationId');
  }
  const { contractTemplateId: contract, questionnaireTemplateId: questionnaire } = named;
  if (contract && !(await tx.run(zql.contractTemplates.where('id', contract).where('accountId', accountId).one()))) {
    throwNotFound('contractTemplateId');
  }
  const asked =
    questionnaire && zql.questionnaireTemplates.where('id', questionnaire).where('accountId', accountId).one();
  if (asked && !(await tx.run(asked))) throwNotFound('questionnaireTemplateId');
}

function throwNotFound(field: keyof Parents): never {
  throw new AppError('not_found', { field });
}
