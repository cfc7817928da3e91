import { useEffect, useEffectEvent, useState } from 'react';
import { readStored, removeStored, storedKeys } from '../browser/storage.ts';
import { useIsSyncing, useStore } from '../sync/store.tsx';
import type { MutationOptions } from '../sync/use-mutation.tsx';
import { DraftLock } from './draft-lock.ts';
import { useDraftPrefix } from './draft-storage.ts';

/** How it ended, what was sent: it is stored, it was refused and is to be mended, or nobody knows yet. */
export type SubmitOutcome = 'stored' | 'refused' | 'unknown';

/** The server's word on a new row. `conflict` says that its id is there already: it had arrived the first time. */
export function submitOutcome(answer: unknown): SubmitOutcome {
  const { type, error } = answer as { type: string; error?: { type: string; message: string } };
  if (type !== 'error') return 'stored';
  // Only the application's own refusal is definite: anything else is sent again after the next connection.
  if (error?.type !== 'app') return 'unknown';
  return error.message === 'conflict' ? 'stored' : 'refused';
}

/** Whether a draft is of something new, as its form's name says: `plan-new:{typeId}`. */
export const isNewRecordDraft = (key: string): boolean => /^[a-z-]+-new:/.test(key);

/**
 * The things whose drafts a form may go on with: their ids.
 * @param keys of everything that is kept
 * @param prefix before the id, in the keys of such things' drafts
 * @param isPassed what was sent by this page, or is stored
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

/** What this page has sent and nobody has refused: it is here, or on its way. */
const submitted = new Set<string>();

export interface NewDraft {
  /** The new row's, the same for as long as its draft: sending the form twice, also days apart, makes one. */
  id: string;
  /** For `useDraft` or `useTypedFields`. */
  key: string;
  /** The `key` of the form's component: with another one it begins anew. */
  formKey: string;
  /**
   * Its row is here: the form begins anew, or goes on under another id where somebody typed in it here. While it renders; nothing where this page has just sent it, nor before the
   * server has answered: the row may be this device's alone, and refused by now.
   */
  reset: (answer: QueryResultType) => void;
  /**
   * Makes the row, and forgets the draft once the server has it; what was begun meanwhile has a draft of its own.
   * @param write carries out the mutation with the options it is given
   */
  submit: (write: (told: MutationOptions) => Promise<boolean>, told?: MutationOptions) => Promise<boolean>;
}

interface CurrentDraft {
  id: string;
  formKey: string;
  /** What was kept when the form began with it. */
  kept: string | null;
  /** Those whose rows are here. */
  stored: readonly string[];
}

const emptyDraft = (id: string, stored: readonly string[]): CurrentDraft => ({ id, formKey: id, kept: null, stored });

function textAt(key: string): string | null {
  const kept = readStored(key);
  return kept === null ? null : JSON.stringify(kept);
}

/**
 * The draft of something new, kept with the id that the row will have. The answer may be lost with the page, while the
 * row arrives all the same: what is here as a row is not offered to be made once more. A form begins empty, and goes on
 * with what is left as soon as it is known that no other window has that open. Render it with `formKey` as its `key`.
 * @param name the form and what it is about, such as `payment:{sessionId}`
 */
export function useNewDraft(name: string, makeId: () => string): NewDraft {
  const prefix = `${useDraftPrefix()}${name}:`;
  const { status } = useStore();
  const isArriving = useIsSyncing();
  const [{ id, formKey, kept, stored }, setBegun] = useState(() => emptyDraft(makeId(), []));
  useEffect(() => {
    // Until then the row may be this device's alone, and be refused yet.
    if (status === 'connected') for (const one of stored) removeStored(prefix + one);
  }, [status, stored, prefix]);
  useDraftLock(prefix, id, stored, (found) =>
    setBegun({ id: found, formKey: found, kept: textAt(prefix + found), stored }),
  );

  const forget = () => removeStored(prefix + id);
  const settle = (answer: unknown) => {
    const outcome = submitOutcome(answer);
    if (outcome === 'stored') forget();
    if (outcome === 'refused') submitted.delete(id);
  };
  return {
    id,
    key: `${name}:${id}`,
    formKey,
    reset: (answer) => {
      if (submitted.has(id) || (answer !== 'complete' && isArriving)) return;
      const now = textAt(prefix + id);
      const next = emptyDraft(makeId(), [...stored, id]);
      setBegun(now === null || now === kept ? next : { ...next, formKey });
    },
    submit: async (write, told = {}) => {
      submitted.add(id);
      const onSent = (answer: Promise<unknown>) => {
        told.onSubmitted?.(answer);
        void answer.then(settle);
      };
      const stands = await write({ ...told, onSubmitted: onSent });
      if (!stands) submitted.delete(id);
      return stands;
    },
  };
}

/**
 * Keeps the other windows from the draft of this form while it is there.
 * @param onFound told of one that is left and that nobody has open, as long as nothing was typed here
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
