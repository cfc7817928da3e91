import { useState } from 'react';

/** The typed text of a field, beside the stored value that it replaces. */
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
 * stays. Any other value is another person's or an undo, and replaces it.
 */
export function withStored(typed: Typed, stored: string): Typed {
  if (stored === typed.stored) return typed;
  const at = typed.sent.indexOf(stored);
  return at < 0 ? { text: null, stored, sent: [] } : { ...typed, stored, sent: typed.sent.slice(at + 1) };
}

/**
 * Returns the state after a key.
 * @param sent the stored form that was sent; null if the text is invalid and was not sent
 */
export function withText(typed: Typed, text: string, sent: string | null): Typed {
  return { ...typed, text, sent: sent === null ? typed.sent : [...typed.sent, sent] };
}

/** Returns the state without focus: an invalid text stays. */
export function withoutFocus(typed: Typed, isValid: boolean): Typed {
  return isValid ? { ...typed, text: null } : typed;
}

interface TypedValue {
  value: string;
  isValid: boolean;
  type: (text: string) => void;
  leave: () => void;
}

/**
 * A field's text: what is typed, until the stored value is another's.
 * @param read returns the stored form of a text, null for one that may not be stored
 */
export function useTypedValue(
  stored: string,
  read: (text: string) => string | null,
  send: (value: string) => void,
): TypedValue {
  const [state, setState] = useState<Typed>({ text: null, stored, sent: [] });
  const typed = withStored(state, stored);
  if (typed !== state) setState(typed);
  const isValid = typed.text === null || read(typed.text) !== null;
  return {
    value: typed.text ?? stored,
    isValid,
    type: (text) => {
      const sent = read(text);
      setState(withText(typed, text, sent));
      if (sent !== null) send(sent);
    },
    leave: () => setState(withoutFocus(typed, isValid)),
  };
}
