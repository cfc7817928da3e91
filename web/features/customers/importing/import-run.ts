import { MAX_IMPORT_STEP, type NewCustomer } from '#core/domain/customers.ts';
import type { ImportPlan } from '../import/import-plan.ts';
import type { ImportedFields } from '../import/preview-import.ts';

/** What one mutation writes. */
export interface ImportStep {
  create: NewCustomer[];
  fill: { id: string; fields: Partial<ImportedFields> }[];
}

/** An import under way: kept on this device until it is through, so that it goes on after whatever interrupts it. */
export interface ImportRun {
  steps: ImportStep[];
  /** The step that comes next. */
  next: number;
  fileName: string;
  /** Rows that were refused, as a file; empty without any. */
  badRows: string;
  badCount: number;
}

/** @param makeId makes the new clients' ids: with them a step that is sent twice makes nobody twice */
export function importSteps(plan: ImportPlan, makeId: () => string): ImportStep[] {
  const create = plan.create.map((fields) => ({ id: makeId(), ...fields }));
  const fill = plan.update.map(({ customerId, changes }) => ({ id: customerId, fields: changes }));
  const steps: ImportStep[] = [];
  for (let at = 0; at < create.length; at += MAX_IMPORT_STEP) {
    steps.push({ create: create.slice(at, at + MAX_IMPORT_STEP), fill: [] });
  }
  for (let at = 0; at < fill.length; at += MAX_IMPORT_STEP) {
    steps.push({ create: [], fill: fill.slice(at, at + MAX_IMPORT_STEP) });
  }
  return steps;
}

const rowsOf = ({ create, fill }: ImportStep) => create.length + fill.length;

/** Rows that are written, of all. */
export function importProgress({ steps, next }: ImportRun): { done: number; total: number } {
  const sum = (some: readonly ImportStep[]) => some.reduce((total, step) => total + rowsOf(step), 0);
  return { done: sum(steps.slice(0, next)), total: sum(steps) };
}
