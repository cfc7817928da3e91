import { getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RichNode } from '#core/domain/site/page-blocks.ts';
import { replaceDoc } from './rich-text-editor.tsx';
import { toDoc } from './rich-text-doc.ts';
import { RICH_TEXT } from './rich-text-schema.ts';

const schema = getSchema(RICH_TEXT);
const docOf = (nodes: RichNode[]) => schema.nodeFromJSON(toDoc(nodes));
const p = (text: string): RichNode => ({ type: 'p', children: [{ text }] });

const line = fc.array(fc.record({ text: fc.constantFrom('a', 'ab', 'b ', 'aa') }), { maxLength: 3 });
const nodes = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('p' as const), children: line }),
    fc.record({ type: fc.constant('h3' as const), children: line }),
    fc.record({ type: fc.constant('list' as const), items: fc.array(line, { minLength: 1, maxLength: 3 }) }),
  ),
  { maxLength: 4 },
);

it('makes the document exactly the other one', () => {
  fc.assert(
    fc.property(nodes, nodes, (before, after) => {
      const state = EditorState.create({ doc: docOf(before) });
      const change = replaceDoc(state, docOf(after));
      expect((change?.doc ?? state.doc).toJSON()).toEqual(docOf(after).toJSON());
    }),
  );
});

it.each([
  ['before the caret', [p('Another beginning'), p('Here it is')], 'Here |it is'],
  ['before the caret by a repeated letter', [p('Onne'), p('Here it is')], 'Here |it is'],
  ['after the caret', [p('One'), p('Here it was')], 'Here |it was'],
])('keeps the caret while the text changes %s', (_, next, expected) => {
  const doc = docOf([p('One'), p('Here it is')]);
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, 'One'.length + 3 + 'Here '.length) });
  const change = replaceDoc(state, docOf(next))!;
  const { parent, parentOffset } = change.selection.$head;
  expect(`${parent.textContent.slice(0, parentOffset)}|${parent.textContent.slice(parentOffset)}`).toBe(expected);
});
