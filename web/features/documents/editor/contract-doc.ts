import type { JSONContent } from '@tiptap/core';
import { type ContractBlock, parseContract } from '#core/domain/contracts/contract-text.ts';
import { CONTRACT_FIELDS } from '#core/domain/contracts/contracts.ts';
import { textOf, toInline } from '#web/components/ui/inputs/template-text/template-doc.ts';

/*
 * Stored text of a contract ⇄ document of the editor. The blocks are those that clients read (`parseContract`), and
 * `{{field}}` is a node of its own, so that no braces are seen. Unknown fields stay text, which the form refuses.
 */

const inline = (text: string) => toInline(text, (name) => (CONTRACT_FIELDS as readonly string[]).includes(name));

/** Returns the editor's document. */
export function toContractDoc(body: string): JSONContent {
  const content = parseContract(body).map(toNode);
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

function toNode(block: ContractBlock): JSONContent {
  if (block.kind === 'heading') return { type: 'heading', attrs: { level: block.level }, content: inline(block.text) };
  if (block.kind === 'paragraph') return { type: 'paragraph', content: inline(block.text) };
  const items = block.items.map((item) => ({
    type: 'listItem',
    content: [{ type: 'paragraph', content: inline(item) }],
  }));
  if (block.start === null) return { type: 'bulletList', content: items };
  return { type: 'orderedList', attrs: { start: block.start }, content: items };
}

/** Returns the stored text of the editor's document; empty if it has none. */
export function fromContractDoc(doc: JSONContent): string {
  return (doc.content ?? [])
    .map((node) => {
      if (node.type === 'heading') return `${node.attrs?.['level'] === 1 ? '#' : '##'} ${onOneLine(node)}`;
      if (node.type === 'bulletList')
        return itemsOf(node)
          .map((item) => `- ${item}`)
          .join('\n');
      if (node.type !== 'orderedList') return textOf(node);
      const start = Number(node.attrs?.['start'] ?? 1);
      return itemsOf(node)
        .map((item, index) => `${start + index}. ${item}`)
        .join('\n');
    })
    .filter((block) => block.replace(/^(?:#{1,2}|-|\d+\.)/, '').trim() !== '')
    .join('\n\n');
}

const itemsOf = (list: JSONContent) =>
  (list.content ?? []).map((item) => onOneLine(item.content?.[0] ?? {})).filter((item) => item !== '');

const onOneLine = (node: JSONContent) => textOf(node).replaceAll('\n', ' ').trim();
