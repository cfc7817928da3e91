import { describe, expect, it } from 'vitest';
import { type Typed, withoutFocus, withStored, withText } from './typed-value.ts';

const START: Typed = { text: null, stored: 'a', sent: [] };

describe('a typed text', () => {
  it('stays while its own values come back late', () => {
    const typed = withText(withText(START, 'ab', 'ab'), 'abc', 'abc');
    expect(withStored(typed, 'ab')).toMatchObject({ text: 'abc', sent: ['abc'] });
    expect(withStored(withStored(typed, 'ab'), 'abc')).toMatchObject({ text: 'abc', sent: [] });
  });

  it('gives way to a value of another person and to an undo', () => {
    const typed = withStored(withText(START, 'ab', 'ab'), 'ab');
    expect(withStored(typed, 'theirs').text).toBeNull();
    expect(withStored(typed, 'a').text).toBeNull();
  });

  it('stays without focus if it could not be stored', () => {
    const wrong = withText(START, 'too long', null);
    expect(withoutFocus(wrong, false).text).toBe('too long');
    expect(withoutFocus(withText(START, 'ab', 'ab'), true).text).toBeNull();
  });
});
