import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONTRACT_STARTERS } from '#core/domain/contracts/contract-starters.ts';
import { type ContractBlock, parseContract } from '#core/domain/contracts/contract-text.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { fromContractDoc, toContractDoc } from './contract-doc.ts';

const through = (body: string) => fromContractDoc(toContractDoc(body));

test.each(LANGUAGES)('keeps the draft in %s as it is', (language) => {
  expect(through(CONTRACT_STARTERS[language].body)).toBe(CONTRACT_STARTERS[language].body);
});

test.each([
  ['fields, also with spaces', '{{client}} and {{ studio }}', '{{client}} and {{studio}}'],
  ['unknown fields', 'Hello {{nobody}}, {{client}}', 'Hello {{nobody}}, {{client}}'],
  ['lines of a paragraph', 'One\nTwo\n\nThree', 'One\nTwo\n\nThree'],
  ['numbers of a list', '3. Three\n4) Four', '3. Three\n4. Four'],
  ['lists side by side', '- a\n\n1. b', '- a\n\n1. b'],
  ['smaller headings', '## Small\ntext', '## Small\n\ntext'],
  ['an empty text', '', ''],
  ['text without empty blocks', '# \n\n- \n\ntext', 'text'],
])('keeps %s', (_what, body, expected) => {
  expect(through(body)).toBe(expected);
});

test('makes a node of each known field', () => {
  expect(toContractDoc('{{client}}, {{x}}').content).toEqual([
    {
      type: 'paragraph',
      content: [
        { type: 'field', attrs: { name: 'client' } },
        { type: 'text', text: ', {{x}}' },
      ],
    },
  ]);
});

/** Text that begins no other block. */
const words = fc.stringMatching(/^[a-z{}][a-zA-Z0-9 .,{}#-]{0,20}[a-z]$/);
const block = fc.oneof(
  words.map((text): ContractBlock => ({ kind: 'paragraph', text })),
  fc.record({ kind: fc.constant('heading' as const), level: fc.constantFrom(1 as const, 2 as const), text: words }),
  fc.record({
    kind: fc.constant('list' as const),
    start: fc.option(fc.integer({ min: 1, max: 900 })),
    items: fc.array(words, { minLength: 1, maxLength: 3 }),
  }),
);
const write = (one: ContractBlock) => {
  if (one.kind === 'heading') return `${'#'.repeat(one.level)} ${one.text}`;
  if (one.kind === 'paragraph') return one.text;
  return one.items.map((item, index) => `${one.start === null ? '-' : `${one.start + index}.`} ${item}`).join('\n');
};

test('changes no block of any text', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
      const body = blocks.map(write).join('\n\n');
      expect(parseContract(through(body))).toEqual(parseContract(body));
    }),
  );
});
