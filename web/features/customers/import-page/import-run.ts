import { useEffect, useState } from 'react';
import { MAX_IMPORT_STEP, type NewCustomer } from '#core/domain/customers.ts';
import { mutators } from '#core/zero/mutators.ts';
import { readStored, removeStored, writeStored } from '#web/lib/browser/storage.ts';
import { useDraftPrefix } from '#web/lib/forms/draft-storage.ts';
import type { MutationOutcome } from '#web/lib/sync/mutation-status.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { ImportedFields, ImportPlan } from '../import/preview-import.ts';

/** Arguments of one mutation. */
export interface ImportStep {
  create: NewCustomer[];
  fill: { id: string; fields: Partial<ImportedFields> }[];
}

/** An import in progress. Stored on this device until it is complete, so that it resumes after an interruption. */
export interface ImportRun {
  steps: ImportStep[];
  /** Index of the next step. */
  next: number;
  fileName: string;
  /** Rejected rows as CSV; empty if there are none. */
  badRows: string;
  badCount: number;
}

/**
 * Splits a plan into mutations.
 * @param makeId creates the ids of new clients, so that a step that is sent twice creates no duplicates
 */
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

/** Returns the written and total number of rows. */
export function importProgress({ steps, next }: ImportRun): { done: number; total: number } {
  const sum = (some: readonly ImportStep[]) => some.reduce((total, step) => total + rowsOf(step), 0);
  return { done: sum(steps.slice(0, next)), total: sum(steps) };
}

/**
 * Runs an import step by step, each after the server has confirmed the previous one. After an interruption (no
 * connection, a closed window) it resumes with the current step, which may be sent twice: `importMany` is idempotent.
 */
export function useImportRun() {
  const key = `${useDraftPrefix()}customer-import`;
  const mutate = useMutation();
  const { writable } = useStore();
  const [run, setRun] = useState(() => readStored(key) as ImportRun | null);
  const [failed, setFailed] = useState(false);
  const through = run !== null && run.next >= run.steps.length;
  const step = run && !through ? run.steps[run.next] : undefined;

  useEffect(() => {
    if (run) writeStored(key, run);
  }, [key, run]);

  useEffect(() => {
    if (!step || !writable || failed) return;
    let current = true;
    const write = async () => {
      let outcome: Promise<MutationOutcome> | undefined;
      const request = mutators.customers.importMany({ ...step, now: Date.now() });
      const isApplied = await mutate(request, { onSubmitted: (result) => void (outcome = result) });
      const isConfirmed = isApplied && (await outcome)?.state === 'confirmed';
      if (!current) return;
      if (!isConfirmed) setFailed(true);
      else setRun((now) => now && { ...now, next: now.next + 1 });
    };
    void write();
    return () => {
      current = false;
    };
  }, [mutate, step, writable, failed]);

  return {
    run,
    through,
    failed,
    start: (next: ImportRun) => setRun(next),
    retry: () => setFailed(false),
    forget: () => {
      removeStored(key);
      setRun(null);
      setFailed(false);
    },
  };
}
