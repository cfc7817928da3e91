import { useEffect, useEffectEvent, useState } from 'react';
import { readStored, removeStored, storedKeys } from '../browser/storage.ts';
import { newId } from '../ids.ts';
import type { MutationOutcome } from '../sync/mutation-status.ts';
import { useIsSyncing, useStore } from '../sync/store.tsx';
import type { MutationOptions } from '../sync/use-mutation.tsx';
import { DraftLock } from './draft-lock.ts';
import { useDraftPrefix } from './draft-storage.ts';

/** True if the row exists: `conflict` means that its id does, from an earlier attempt. */
export function isRowStored(outcome: MutationOutcome): boolean {
  return outcome.state === 'confirmed' || (outcome.state === 'rejected' && outcome.code === 'conflict');
}

/**
 * Returns the ids of drafts that a form may continue.
 * @param keys all storage keys
 * @param prefix prefix of the drafts' keys, before the id
 * @param isPassed true for an id that this page has submitted, or whose row is stored
 */
export function recoverableDrafts(
  keys: readonly string[],
  prefix: string,
  isPassed: (id: string) => boolean,
): string[] {
  const ids = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return ids.toSorted().filter((id) => id !== '' && !isPassed(id));
}

type QueryResultType = 'unknown' | 'complete' | 'error';

/** Rows submitted by this page, not rejected. */
const submitted = new Set<string>();

export interface NewDraft {
  /** Id of the new row, constant for its draft: submitting the form twice, even days apart, creates one row. */
  id: string;
  /** For `useDraft`. */
  key: string;
  /** The `key` of the form's component: another one remounts the form. */
  formKey: string;
  /**
   * Call it while rendering if the row exists: the form starts again, or continues under a new id if a person has
   * typed. Does nothing if this page has just submitted the row, or before the query is complete, since the row may be
   * optimistic and rejected by now.
   */
  reset: (answer: QueryResultType) => void;
  /**
   * Creates the row, and deletes the draft once the server has it. A form started meanwhile has a draft of its own.
   * @param write runs the mutation with the given options
   */
  submit: (write: (options: Required<Pick<MutationOptions, 'onSubmitted'>>) => Promise<boolean>) => Promise<boolean>;
}

interface CurrentDraft {
  id: string;
  formKey: string;
  /** The draft's text when the form started with it. */
  kept: string | null;
  /** Ids of drafts whose rows exist. */
  stored: readonly string[];
}

const emptyDraft = (id: string, stored: readonly string[]): CurrentDraft => ({ id, formKey: id, kept: null, stored });

function textAt(key: string): string | null {
  const kept = readStored(key);
  return kept === null ? null : JSON.stringify(kept);
}

/**
 * Draft of a new record, stored with the id of its future row. The result may be lost with the page while the row is
 * created: a draft whose row exists is not offered again. A form starts empty and continues a remaining draft once no
 * other window has it open. Render the form with `formKey` as its `key`.
 * @param name form and record, such as `payment:{sessionId}`
 */
export function useNewDraft(name: string, makeId = newId): NewDraft {
  const prefix = `${useDraftPrefix()}${name}:`;
  const { status } = useStore();
  const isArriving = useIsSyncing();
  const [{ id, formKey, kept, stored }, setCurrent] = useState(() => emptyDraft(makeId(), []));
  useEffect(() => {
    // Before that the row may be optimistic and rejected later.
    if (status === 'connected') for (const one of stored) removeStored(prefix + one);
  }, [status, stored, prefix]);
  useDraftLock(prefix, id, stored, (found) =>
    setCurrent({ id: found, formKey: found, kept: textAt(prefix + found), stored }),
  );

  const forget = () => removeStored(prefix + id);
  const settle = (outcome: MutationOutcome) => {
    if (isRowStored(outcome)) forget();
    else if (outcome.state === 'rejected') submitted.delete(id);
  };
  return {
    id,
    key: `${name}:${id}`,
    formKey,
    reset: (answer) => {
      if (submitted.has(id) || (answer !== 'complete' && isArriving)) return;
      const now = textAt(prefix + id);
      const next = emptyDraft(makeId(), [...stored, id]);
      setCurrent(now === null || now === kept ? next : { ...next, formKey });
    },
    submit: async (write) => {
      submitted.add(id);
      const isApplied = await write({ onSubmitted: (outcome) => void outcome.then(settle) });
      if (!isApplied) submitted.delete(id);
      return isApplied;
    },
  };
}

/**
 * Locks this form's draft against other windows while it is mounted.
 * @param onFound receives the id of a free remaining draft, if nothing was typed here
 */
function useDraftLock(prefix: string, id: string, stored: readonly string[], onFound: (id: string) => void): void {
  const [hold] = useState(() => new DraftLock());
  const tell = useEffectEvent(onFound);
  useEffect(() => {
    let here = true;
    const own = prefix + id;
    const isUntouched = () => readStored(own) === null;
    const find = async () => {
      const left = isUntouched()
        ? recoverableDrafts(storedKeys(), prefix, (one) => submitted.has(one) || stored.includes(one))
        : [];
      const found = await hold.acquire([...left.map((one) => prefix + one), own]);
      if (!here || found === null || found === own) return;
      if (isUntouched()) tell(found.slice(prefix.length));
      else await hold.acquire([own]);
    };
    void find();
    return () => {
      here = false;
    };
  }, [hold, prefix, id, stored]);
  useEffect(() => () => void hold.releaseLock(), [hold]);
}
