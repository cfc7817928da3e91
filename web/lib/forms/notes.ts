import { useEffect, useState } from 'react';
import { MAX_NOTES } from '#core/domain/primitives.ts';
import { isRejection, useMutationStatus } from '../sync/use-mutation-status.ts';
import { type Request, useMutation } from '../sync/use-mutation.tsx';
import { useDraft, useSaveDraft } from './draft-storage.ts';

/** Notes as they are written, beside the stored ones. */
interface Notes {
  text: string;
  /** The stored text that it was made from. */
  base: string;
  /** What was sent of it; until the server has answered. */
  sent?: string;
}

/** As they are stored; nothing was typed. */
export const storedNotes = (stored: string): Notes => ({ text: stored, base: stored });

export const hasEdits = ({ text, base }: Notes): boolean => text !== base;

/** Somebody else has changed them since these were begun: both texts are kept until the person has chosen. */
export function hasConflict(notes: Notes, stored: string): boolean {
  return hasEdits(notes) && notes.text !== stored && notes.base !== stored;
}

/** What is typed while nothing was begins with what is stored by now. */
export function editText(notes: Notes, text: string, stored: string): Notes {
  return hasEdits(notes) ? { ...notes, text } : { text, base: stored };
}

/** The two one after the other, theirs first; still to be saved. */
export function concatVersions({ text }: Notes, stored: string): Notes {
  return { text: [stored, text].filter(Boolean).join('\n\n'), base: stored };
}

/** After `mine` were sent: their answer may be lost. */
export const markSubmitted = ({ text }: Notes, mine: Notes): Notes => ({ text, base: mine.base, sent: mine.text });

/** After `saved` was stored. What was typed since then was made from it. */
export const afterConfirm = ({ text }: Notes, saved: string): Notes => ({ text, base: saved });

/** Refused: they are typed still, and made from what they were. */
export const markRejected = ({ text, base }: Notes): Notes => ({ text, base });

/**
 * By what the server has `stored`: what was sent and never answered is in it, maybe with more around it; not so what it
 * was made from, unless it only added to that. Anything else may be what it was refused for, and stays for the person
 * to choose. The same object where nothing changes.
 */
export function reconcile(notes: Notes, stored: string): Notes {
  const { sent, base } = notes;
  if (sent === undefined) return notes;
  const isGrown = sent !== '' && stored.includes(sent) && (sent.includes(base) || !stored.includes(base));
  return stored === sent || isGrown ? afterConfirm(notes, sent) : notes;
}

/** What was given up comes back, after what has been typed since. */
export function restoreDiscarded(notes: Notes, former: Notes): Notes {
  return hasEdits(notes) ? { ...concatVersions(former, notes.text), base: notes.base } : former;
}

export interface NotesSource {
  /** Names what they are of, such as `customer-notes:{id}`: where a draft of them is kept. */
  draftKey: string;
  /** As this device has them. */
  stored: string;
  /** The mutation that writes them; it refuses where `base` is not what is stored. */
  request: (text: string, base: string) => Request;
}

/**
 * Notes that two people may write at once. What somebody else saves is shown as soon as it comes, where nothing was
 * typed here; where something was, both texts are kept until the person has chosen. What is typed is kept, over a
 * reload as well, until the server has it. Ask for it anew for another noun.
 */
export function useNotes({ draftKey, stored, request }: NotesSource) {
  const act = useMutation();
  const draft = useDraft<Notes>(draftKey, storedNotes(stored));
  const [notes, setNotes] = useState(draft.initial);
  const [sending, setSending] = useState(false);
  const { isAwaited, isConfirmed, trackResult } = useMutationStatus(draftKey);
  const saving = sending || isAwaited;
  // What an earlier page sent, or this one without an answer. That the two are the same says nothing before the server
  // has spoken: what is stored may be this device's alone, and refused yet.
  const left = isConfirmed ? reconcile(notes, stored) : notes;
  if (left !== notes) setNotes(left);
  const isDirty = hasEdits(notes);
  // Nobody typed here: the news is what is shown.
  if (!isDirty && notes.base !== stored && !saving) setNotes(storedNotes(stored));
  useSaveDraft(draft, notes, isDirty);
  const { forget } = draft;
  useEffect(() => {
    if (!isDirty) forget();
  }, [isDirty, forget]);

  const update = (change: (now: Notes) => Notes) => {
    setNotes(change);
    // Whoever saved may have typed on, and left the page by now.
    const { text, ...kept } = draft.read() ?? {};
    if (text === undefined) return;
    const left = change({ base: text, ...kept, text });
    if (hasEdits(left)) draft.keep(left);
    else forget();
  };
  const save = async (mine: Notes): Promise<void> => {
    setNotes(mine);
    setSending(true);
    await act(request(mine.text, mine.base), {
      onSubmitted: (answer) => {
        update((now) => markSubmitted(now, mine));
        void answer.then((said) => {
          // Refused here or there: the text stays as it was typed, and its base with it.
          if (isRejection(said)) update(markRejected);
        });
        trackResult(answer);
      },
      onConfirmed: () => update((now) => afterConfirm(now, mine.text)),
    });
    setSending(false);
  };
  return {
    text: notes.text,
    /** Nothing is to be saved. */
    clean: notes.text === stored,
    saving,
    /** Letters that are too many. */
    excess: Math.max(0, notes.text.length - MAX_NOTES),
    changed: !saving && hasConflict(notes, stored),
    write: (text: string) => setNotes(editText(notes, text, stored)),
    save: () => save(notes),
    keepMine: () => save({ ...notes, base: stored }),
    keepBoth: () => setNotes(concatVersions(notes, stored)),
    /** Theirs where somebody else has written, what stood there where nobody has. */
    takeStored: () => setNotes(storedNotes(stored)),
    /** Puts back what `takeStored` has just taken away; once the page is left, for when it is opened again. */
    giveBack: () => {
      draft.keep(notes);
      setNotes((now) => restoreDiscarded(now, notes));
    },
  };
}
