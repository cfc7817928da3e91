import { describe, expect, it } from 'vitest';
import { mentionPatterns } from './mentions.ts';

/** Compares as LIKE does, for patterns without wildcards between letters. */
const isFound = (mention: string, text: string) =>
  mentionPatterns(mention).every((any) => any.some((pattern) => text.includes(pattern.slice(1, -1))));

describe('mentionPatterns', () => {
  it.each(['600123456', '600 123 456', '+34 600.12.34.56', '(60) 01-23-45-6', '6 001 234 56'])(
    'find a phone number written as %s',
    (text) => {
      expect(isFound('600123456', `Call ${text}, please`)).toBe(true);
    },
  );

  it.each(['600 123', 'IMG_6001.jpg', '654 321 006', '2026-11-24'])('do not find it in %s', (text) => {
    expect(isFound('600123456', text)).toBe(false);
  });

  it('have no wildcard between letters, whose comparison takes minutes with a text of zeros', () => {
    for (const mention of ['ana', '100%', 'a_b', '000001', '000000001', '0'.repeat(320)]) {
      for (const pattern of mentionPatterns(mention).flat()) expect(pattern).toMatch(/^%(?:[^%_\\]|\\[%_\\])+%$/);
    }
  });
});
