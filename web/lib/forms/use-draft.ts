import { useEffect, useState } from 'react';
import { readStored, removeStored, writeStored } from '../browser/storage.ts';
import { useMutationStatus } from '../sync/mutation-status.ts';
import type { MutationOptions } from '../sync/use-mutation.tsx';
import {
  afterConfirm,
  applyEdits,
  conflictingFields,
  type DirtyFields,
  markRejected,
  markSubmitted,
  mergeEdits,
  reconcile,
  remainingEdits,
  restoreEdits,
  type WasTaken,
} from './dirty-fields.ts';
import { useDraftPrefix } from './draft-storage.ts';

const read = <T extends object>(key: string) => (readStored(key) ?? {}) as DirtyFields<T>;

function write(key: string, edits: object): void {
  if (Object.keys(edits).length > 0) writeStored(key, edits);
  else removeStored(key);
}

/**
 * Draft of a form over a stored record. Edits survive reloads and lost connections until the server confirms them;
 * fields without edits follow the record; a text field saved elsewhere meanwhile is a conflict.
 * @param key form and record, such as `customer:{customerId}`, or the key of a `NewDraft`
 * @param saved the stored values of exactly the form's fields; the initial ones of a new record
 * @param wasTaken decides about edits submitted without a result, by this page or an earlier one
 */
export function useDraft<T extends object>(key: string, saved: T, wasTaken?: WasTaken) {
  const storageKey = useDraftPrefix() + key;
  const [edits, setEdits] = useState(() => remainingEdits(read<T>(storageKey), saved));
  const { isAwaited, isConfirmed, trackResult } = useMutationStatus(key);
  useEffect(() => write(storageKey, edits), [storageKey, edits]);
  const left = isConfirmed ? reconcile(edits, saved, wasTaken) : edits;
  if (left !== edits) setEdits(left);
  const values = mergeEdits(saved, edits);
  const conflicts = conflictingFields(edits, saved);
  /** Changes the stored draft too: the form may be unmounted by now. */
  const update = (change: (now: DirtyFields<T>) => DirtyFields<T>) => {
    setEdits(change);
    write(storageKey, change(read(storageKey)));
  };
  const confirm = () => update((now) => afterConfirm(now, values));
  return {
    values,
    /** True if the form equals the stored record. */
    isClean: JSON.stringify(values) === JSON.stringify(saved),
    /** True while this page waits for the result of a submission. */
    isAwaited,
    change: (changes: Partial<T>) => setEdits((now) => applyEdits(now, saved, changes)),
    /** The edited values only, so that changes of others are not overwritten. */
    changes: Object.fromEntries(Object.keys(edits).map((name) => [name, values[name as keyof T]])) as Partial<T>,
    /** Drops all edits. Returns a function that restores them, for the next visit if the form was left. */
    discard: () => {
      update(() => ({}));
      return () => update((now) => restoreEdits(now, edits));
    },
    /** Removes the stored draft, but keeps the values in a form that is about to close. */
    forget: () => removeStored(storageKey),
    /** Drops the edits once these values are saved by other means than a mutation. */
    confirm,
    /** Returns the options of the mutation that saves these values. Its result may be lost with the page. */
    saving: (): Pick<MutationOptions, 'onSubmitted'> => ({
      onSubmitted: (outcome) => {
        update((now) => markSubmitted(now, values, saved));
        void outcome.then(({ state }) => {
          if (state === 'rejected') update((now) => markRejected(now, values));
          if (state === 'confirmed') confirm();
        });
        trackResult(outcome);
      },
    }),
    /**
     * Conflict of a field, for `Field`.
     * @param show formats a stored value for the user, if it is a key or a day
     */
    conflict: (name: keyof T, show: (stored: string) => string = (stored) => stored) => ({
      theirs: isAwaited || conflicts[name] === undefined ? undefined : show(conflicts[name] as string),
      onTake: () =>
        setEdits((now) => {
          const { [name]: _mine, ...rest } = now;
          return rest as DirtyFields<T>;
        }),
    }),
  };
}
