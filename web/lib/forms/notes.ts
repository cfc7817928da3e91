import { useEffect, useState } from 'react';
import { MAX_NOTES } from '#core/domain/primitives.ts';
import { useMutationStatus } from '../sync/mutation-status.ts';
import { type Request, useMutation } from '../sync/use-mutation.tsx';
import { useDraft, useSaveDraft } from './draft-storage.ts';

/** Edited notes with the stored version they are based on. */
interface Notes {
  text: string;
  /** The stored text that the edit started from. */
  base: string;
  /** The submitted text; until the server's result. */
  sent?: string;
}

/** Unedited notes. */
export const storedNotes = (stored: string): Notes => ({ text: stored, base: stored });

export const hasEdits = ({ text, base }: Notes): boolean => text !== base;

/** True on conflict; both versions stay until the user chooses. */
export function hasConflict(notes: Notes, stored: string): boolean {
  return hasEdits(notes) && notes.text !== stored && notes.base !== stored;
}

/** Applies typed text. The first edit takes the current stored text as its base. */
export function editText(notes: Notes, text: string, stored: string): Notes {
  return hasEdits(notes) ? { ...notes, text } : { text, base: stored };
}

/** Joins both texts, the stored one first; not saved yet. */
export function concatVersions({ text }: Notes, stored: string): Notes {
  return { text: [stored, text].filter(Boolean).join('\n\n'), base: stored };
}

/** Marks `mine` as submitted: the result may be lost with the page. */
export const markSubmitted = ({ text }: Notes, mine: Notes): Notes => ({ text, base: mine.base, sent: mine.text });

/** Rebases the text on `saved` after the server confirmed it. */
export const afterConfirm = ({ text }: Notes, saved: string): Notes => ({ text, base: saved });

/** Removes the submission mark after a rejection; text and base stay. */
export const markRejected = ({ text, base }: Notes): Notes => ({ text, base });

/**
 * Decides a submitted text without a result by the `stored` one: it was saved if `stored` contains it and not its base,
 * unless it only added to the base. Otherwise it may have been rejected, and the user chooses. Returns the same object
 * without a change.
 */
export function reconcile(notes: Notes, stored: string): Notes {
  const { sent, base } = notes;
  if (sent === undefined) return notes;
  const isGrown = sent !== '' && stored.includes(sent) && (sent.includes(base) || !stored.includes(base));
  return stored === sent || isGrown ? afterConfirm(notes, sent) : notes;
}

/** Restores the discarded text after newer edits. */
export function restoreDiscarded(notes: Notes, discarded: Notes): Notes {
  return hasEdits(notes) ? { ...concatVersions(discarded, notes.text), base: notes.base } : discarded;
}

export interface NotesSource {
  /** Key of the draft: the notes and their record, such as `customer-notes:{id}`. */
  draftKey: string;
  /** The text in the local store. */
  stored: string;
  /** Returns the mutation; the server rejects it if `base` is not the stored text. */
  request: (text: string, base: string) => Request;
}

/**
 * Notes that two people may edit at once. Text saved by others shows at once without local edits; with local edits both
 * versions stay until the user chooses. Edits survive a reload until the server confirms them. Remount it for another
 * record.
 */
export function useNotes({ draftKey, stored, request }: NotesSource) {
  const mutate = useMutation();
  const draft = useDraft<Notes>(draftKey, storedNotes(stored));
  const [notes, setNotes] = useState(draft.initial);
  const [sending, setSending] = useState(false);
  const { isAwaited, isConfirmed, trackResult } = useMutationStatus(draftKey);
  const saving = sending || isAwaited;
  // A text submitted without a result, by this page or an earlier one. Wait for the confirmed state: before it, the
  // stored text may be the own optimistic one and rejected later.
  const left = isConfirmed ? reconcile(notes, stored) : notes;
  if (left !== notes) setNotes(left);
  const isDirty = hasEdits(notes);
  // No local edit: show the incoming text.
  if (!isDirty && notes.base !== stored && !saving) setNotes(storedNotes(stored));
  useSaveDraft(draft, notes, isDirty);
  const { forget } = draft;
  useEffect(() => {
    if (!isDirty) forget();
  }, [isDirty, forget]);

  const update = (change: (now: Notes) => Notes) => {
    setNotes(change);
    // The component may be unmounted and its draft edited since: read the stored draft.
    const { text, ...kept } = draft.read() ?? {};
    if (text === undefined) return;
    const left = change({ base: text, ...kept, text });
    if (hasEdits(left)) draft.keep(left);
    else forget();
  };
  const save = async (mine: Notes): Promise<void> => {
    setNotes(mine);
    setSending(true);
    await mutate(request(mine.text, mine.base), {
      onSubmitted: (outcome) => {
        update((now) => markSubmitted(now, mine));
        void outcome.then(({ state }) => {
          if (state === 'rejected') update(markRejected);
          if (state === 'confirmed') update((now) => afterConfirm(now, mine.text));
        });
        trackResult(outcome);
      },
    });
    setSending(false);
  };
  return {
    text: notes.text,
    /** True if there is nothing to save. */
    clean: notes.text === stored,
    saving,
    /** Number of characters above the maximum. */
    excess: Math.max(0, notes.text.length - MAX_NOTES),
    changed: !saving && hasConflict(notes, stored),
    write: (text: string) => setNotes(editText(notes, text, stored)),
    save: () => save(notes),
    keepMine: () => save({ ...notes, base: stored }),
    keepBoth: () => setNotes(concatVersions(notes, stored)),
    /** Takes the stored text: the other person's on conflict, otherwise the one before the edits. */
    takeStored: () => setNotes(storedNotes(stored)),
    /** Reverts `takeStored`. If the page was left, stores the text as a draft for the next visit. */
    giveBack: () => {
      draft.keep(notes);
      setNotes((now) => restoreDiscarded(now, notes));
    },
  };
}
