import { useState } from 'react';

/** What is typed in a field, beside the stored value that it replaces. */
export interface Typed {
  /** Null: the field shows the stored value. */
  text: string | null;
  /** The stored value when it was last looked at. */
  stored: string;
  /** Sent values that have not come back as the stored one, oldest first. */
  sent: readonly string[];
}

/**
 * Returns the state for a stored value. A value that was sent comes back, perhaps after the next key: the typed text
 * stays. Any other value is somebody else's or an undo, and replaces it.
 */
export function withStored(typed: Typed, stored: string): Typed {
  if (stored === typed.stored) return typed;
  const at = typed.sent.indexOf(stored);
  return at < 0 ? { text: null, stored, sent: [] } : { ...typed, stored, sent: typed.sent.slice(at + 1) };
}

/** Returns the state after a key; `isSent`: the text is valid and was sent. */
export function withText(typed: Typed, text: string, isSent: boolean): Typed {
  return { ...typed, text, sent: isSent ? [...typed.sent, text] : typed.sent };
}

/** Returns the state without focus: an invalid text stays. */
export function withoutFocus(typed: Typed, isValid: boolean): Typed {
  return isValid ? { ...typed, text: null } : typed;
}

interface TypedValue {
  value: string;
  type: (text: string) => void;
  leave: () => void;
}

/**
 * A field's text: what is typed, until the stored value is another's.
 * @param check true for a text that may be stored
 */
export function useTypedValue(
  stored: string,
  check: (text: string) => boolean,
  send: (text: string) => void,
): TypedValue {
  const [state, setState] = useState<Typed>({ text: null, stored, sent: [] });
  const typed = withStored(state, stored);
  if (typed !== state) setState(typed);
  return {
    value: typed.text ?? stored,
    type: (text) => {
      const isValid = check(text);
      setState(withText(typed, text, isValid));
      if (isValid) send(text);
    },
    leave: () => setState(withoutFocus(typed, typed.text === null || check(typed.text))),
  };
}
