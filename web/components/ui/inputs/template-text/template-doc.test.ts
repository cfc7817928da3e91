import { expect, test } from 'vitest';
import { fromPlainDoc, toPlainDoc } from './template-doc.ts';

const isField = (name: string) => name === 'client' || name === 'link';

test.each([
  ['an empty text', '', ''],
  ['blank lines and spaces', 'Hello,\n\n\n  see you \n', 'Hello,\n\n\n  see you \n'],
  ['fields, also with spaces', '{{client}}{{ link }}\n{{link}}', '{{client}}{{link}}\n{{link}}'],
  ['unknown fields', '{{ nobody }} and {{client}}', '{{ nobody }} and {{client}}'],
  ['lines of other systems', 'a\r\nb\rc', 'a\nb\nc'],
])('keeps %s', (_what, text, expected) => {
  expect(fromPlainDoc(toPlainDoc(text, isField))).toBe(expected);
});

test('makes a node of each known field', () => {
  expect(toPlainDoc('Hello {{client}}', isField).content).toEqual([
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Hello ' },
        { type: 'field', attrs: { name: 'client' } },
      ],
    },
  ]);
});
