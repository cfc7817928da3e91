import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_FIELDS, type RichNode, type RichSpan } from '#core/domain/site/page-blocks.ts';
import { fromDoc, normalRich, richToPlain, toDoc } from './rich-text-doc.ts';
import { RICH_TEXT } from './rich-text-schema.ts';

const schema = getSchema(RICH_TEXT);
/** Through the editor's own document, which joins neighbours and checks its schema. */
const throughEditor = (nodes: readonly RichNode[]) => {
  const doc = schema.nodeFromJSON(toDoc(nodes));
  doc.check();
  return fromDoc(doc.toJSON());
};

const flag = fc.constantFrom(true as const, undefined);
const span: fc.Arbitrary<RichSpan> = fc
  .record({
    text: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constant('x'.repeat(50)), fc.constant('😀')),
    bold: flag,
    italic: flag,
    link: fc.constantFrom(undefined, 'book', 'https://example.com/a?b=c', 'page:00000000000000000001'),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as RichSpan);
const line = fc.array(span, { maxLength: 6 });
const node: fc.Arbitrary<RichNode> = fc.oneof(
  fc.record({ type: fc.constant('p' as const), children: line }),
  fc.record({ type: fc.constant('h3' as const), children: line }),
  fc.record({ type: fc.constant('list' as const), items: fc.array(line, { maxLength: 4 }) }),
  fc.record({
    type: fc.constant('list' as const),
    ordered: fc.constant(true as const),
    items: fc.array(line, { maxLength: 4 }),
  }),
);
const richText = fc.array(node, { maxLength: 6 });

/** Every character of the lines with its look. */
const characters = (nodes: readonly RichNode[]) =>
  nodes
    .flatMap((one) => (one.type === 'list' ? one.items : [one.children]))
    .flatMap((spans) => spans.flatMap(({ text, ...look }) => text.split('').map((character) => ({ character, look }))));

describe('rich text', () => {
  it('comes back from the editor in its normal form', () => {
    fc.assert(
      fc.property(richText, (nodes) => {
        expect(throughEditor(nodes)).toEqual(normalRich(nodes));
      }),
    );
  });

  it('stays as it is once it is normal, and may be stored', () => {
    fc.assert(
      fc.property(richText, (nodes) => {
        const normal = normalRich(nodes);
        expect(throughEditor(normal)).toEqual(normal);
        expect(BLOCK_FIELDS.text.shape.body.safeParse(normal).success).toBe(true);
        if (normal.length > 0) expect(characters(normal)).toEqual(characters(nodes));
        else expect(richToPlain(nodes).trim()).toBe('');
      }),
    );
  });

  it('is empty without text, whatever its paragraphs', () => {
    expect(fromDoc(toDoc([]))).toEqual([]);
    expect(
      throughEditor([
        { type: 'p', children: [] },
        { type: 'list', items: [[]] },
      ]),
    ).toEqual([]);
  });

  it('splits a long span between characters', () => {
    const text = `x${'😀'.repeat(3_000)}`;
    const spans = normalRich([{ type: 'p', children: [{ text }] }]).flatMap((one) =>
      'children' in one ? one.children : [],
    );
    expect(spans.map((part) => part.text).join('')).toBe(text);
    expect(spans.every((part) => part.text.length <= 4_000 && part.text.isWellFormed())).toBe(true);
  });
});
