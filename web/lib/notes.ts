/** Notes as they are written, beside the stored ones. */
export interface Notes {
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
