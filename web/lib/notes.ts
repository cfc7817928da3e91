/** Notes as they are written, beside the stored ones. */
export interface Notes {
  text: string;
  /** The stored text that it was made from. */
  base: string;
}

/** As they are stored; nothing was typed. */
export const storedNotes = (stored: string): Notes => ({ text: stored, base: stored });

export const isTyped = ({ text, base }: Notes): boolean => text !== base;

/** Somebody else has changed them since these were begun: both texts are kept until the person has chosen. */
export function hasChanged(notes: Notes, stored: string): boolean {
  return isTyped(notes) && notes.text !== stored && notes.base !== stored;
}

/** What is typed while nothing was begins with what is stored by now. */
export function typed(notes: Notes, text: string, stored: string): Notes {
  return { text, base: isTyped(notes) ? notes.base : stored };
}

/** The two one after the other, theirs first; still to be saved. */
export function joined({ text }: Notes, stored: string): Notes {
  return { text: [stored, text].filter(Boolean).join('\n\n'), base: stored };
}

/** After `saved` was stored. What was typed since then was made from it. */
export function afterSaving(notes: Notes, saved: string): Notes {
  return { ...notes, base: saved };
}

/** What was given up comes back, after what has been typed since. */
export function putBack(notes: Notes, former: Notes): Notes {
  return isTyped(notes) ? { ...joined(former, notes.text), base: notes.base } : former;
}
