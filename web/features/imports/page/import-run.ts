import { useEffect, useState } from 'react';
import type { ImportedCustomer, NewCustomer } from '#core/domain/clients/customers.ts';
import { type ImportedGallery, type ImportedSession, MAX_IMPORT_STEP } from '#core/domain/studio/imports.ts';
import { mutators } from '#core/zero/mutators.ts';
import { readStored, removeStored, writeStored } from '#web/lib/browser/storage.ts';
import { useDraftPrefix } from '#web/lib/forms/draft-storage.ts';
import type { MutationOutcome } from '#web/lib/sync/mutation-status.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import type { ImportedFields, ImportPlan } from '../files/preview-import.ts';

export type KindName = 'customers' | 'sessions' | 'galleries';

/** Where an import in progress is stored. */
const KEYS = { customers: 'customer-import', sessions: 'session-import', galleries: 'gallery-import' } as const;

interface CustomerStep {
  of?: never;
  create: ImportedCustomer[];
  fill: { id: string; fields: ImportPlan['update'][number]['changes'] }[];
}

/** Arguments of one mutation. Customers have no `of`. */
export type ImportStep =
  | CustomerStep
  | { of: 'sessions'; create: ImportedSession[] }
  | { of: 'galleries'; create: ImportedGallery[] };

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

function chunks<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / MAX_IMPORT_STEP) }, (_, at) =>
    rows.slice(at * MAX_IMPORT_STEP, (at + 1) * MAX_IMPORT_STEP),
  );
}

/**
 * Splits a plan into mutations.
 * @param makeId creates the ids of new clients, so that a step that is sent twice creates no duplicates
 */
export function customerSteps(plan: ImportPlan, makeId: () => string): CustomerStep[] {
  const create = plan.create.map((fields) => newClient(fields, makeId));
  const fill = plan.update.map(({ customerId, changes }) => ({ id: customerId, fields: changes }));
  return [
    ...chunks(create).map((some) => ({ create: some, fill: [] })),
    ...chunks(fill).map((some) => ({ create: [], fill: some })),
  ];
}

function newClient(
  { secondName, secondEmail = '', secondPhone = '', ...fields }: ImportedFields,
  makeId: () => string,
): ImportedCustomer {
  const second = secondName && { second: { id: makeId(), name: secondName, email: secondEmail, phone: secondPhone } };
  return { id: makeId(), ...fields, ...second };
}

/** Returns the mutations that create new clients, and then the sessions or galleries that refer to them. */
export function workSteps(
  clients: readonly NewCustomer[],
  ...[of, create]: ['sessions', readonly ImportedSession[]] | ['galleries', readonly ImportedGallery[]]
): ImportStep[] {
  const rows: ImportStep[] =
    of === 'sessions'
      ? chunks(create).map((some) => ({ of, create: some }))
      : chunks(create).map((some) => ({ of, create: some }));
  return [...chunks(clients).map((some) => ({ create: some, fill: [] })), ...rows];
}

function requestOf(step: ImportStep, now: number) {
  if (step.of === 'sessions') return mutators.sessions.importMany({ create: step.create, now });
  if (step.of === 'galleries') return mutators.galleries.importMany({ create: step.create, now });
  return mutators.customers.importMany({ create: step.create, fill: step.fill, now });
}

const rowsOf = (step: ImportStep) => step.create.length + (step.of ? 0 : step.fill.length);

/** Returns the written and total number of rows. */
export function importProgress({ steps, next }: ImportRun): { done: number; total: number } {
  const sum = (some: readonly ImportStep[]) => some.reduce((total, step) => total + rowsOf(step), 0);
  return { done: sum(steps.slice(0, next)), total: sum(steps) };
}

/**
 * Runs an import step by step, each after the server has confirmed the previous one. After an interruption (no
 * connection, a closed window) it resumes with the current step, which may be sent twice: `importMany` is idempotent.
 */
export function useImportRun(kind: KindName) {
  const key = useDraftPrefix() + KEYS[kind];
  const mutate = useMutation();
  const writable = useWritable();
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
      const isApplied = await mutate(requestOf(step, Date.now()), { onSubmitted: (result) => void (outcome = result) });
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
