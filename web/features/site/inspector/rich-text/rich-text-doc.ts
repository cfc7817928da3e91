import type { JSONContent } from '@tiptap/core';
import type { RichNode, RichSpan } from '#core/domain/site/page-blocks.ts';

/*
 * Stored rich text ⇄ document of the editor. The editor has no empty texts and joins neighbours of the same look, so the
 * stored form that comes back is `normalRich` of the one that went in.
 */

/** Characters of one span, as in core/domain/site/pages.ts. */
const MAX_SPAN = 4000;

/** Returns the editor's document. */
export function toDoc(nodes: readonly RichNode[]): JSONContent {
  const content = nodes.flatMap((node): JSONContent[] => {
    if (node.type === 'p') return [paragraph(node.children)];
    if (node.type === 'h3') return [{ type: 'heading', attrs: { level: 3 }, content: inline(node.children) }];
    if (node.items.length === 0) return [];
    const items = node.items.map((item) => ({ type: 'listItem', content: [paragraph(item)] }));
    return [{ type: node.ordered ? 'orderedList' : 'bulletList', content: items }];
  });
  return { type: 'doc', content: content.length > 0 ? content : [paragraph([])] };
}

function paragraph(spans: readonly RichSpan[]): JSONContent {
  return { type: 'paragraph', content: inline(spans) };
}

function inline(spans: readonly RichSpan[]): JSONContent[] {
  return joined(spans).map(({ text, bold, italic, link }) => ({
    type: 'text',
    text,
    marks: [
      ...(link ? [{ type: 'link', attrs: { link } }] : []),
      ...(bold ? [{ type: 'bold' }] : []),
      ...(italic ? [{ type: 'italic' }] : []),
    ],
  }));
}

/** Returns the stored form of the editor's document; [] if it has no text. */
export function fromDoc(doc: JSONContent): RichNode[] {
  const nodes = (doc.content ?? []).flatMap((node): RichNode[] => {
    if (node.type === 'paragraph') return [{ type: 'p', children: spansOf(node) }];
    if (node.type === 'heading') return [{ type: 'h3', children: spansOf(node) }];
    if (node.type !== 'bulletList' && node.type !== 'orderedList') return [];
    const items = (node.content ?? []).map((item) => spansOf(item.content?.[0] ?? {}));
    return [node.type === 'orderedList' ? { type: 'list', ordered: true, items } : { type: 'list', items }];
  });
  return hasText(nodes) ? nodes : [];
}

function spansOf({ content = [] }: JSONContent): RichSpan[] {
  const spans = content.map(({ text = '', marks = [] }): RichSpan => {
    const link = marks.find(({ type }) => type === 'link')?.attrs?.['link'] as string | undefined;
    return {
      text,
      ...(marks.some(({ type }) => type === 'bold') && { bold: true as const }),
      ...(marks.some(({ type }) => type === 'italic') && { italic: true as const }),
      ...(link && { link }),
    };
  });
  return joined(spans).flatMap(split);
}

/** Returns the form in which rich text comes back from the editor. */
export function normalRich(nodes: readonly RichNode[]): RichNode[] {
  const normal = nodes.flatMap((node): RichNode[] => {
    if (node.type !== 'list') return [{ ...node, children: joined(node.children).flatMap(split) }];
    return node.items.length === 0 ? [] : [{ ...node, items: node.items.map((item) => joined(item).flatMap(split)) }];
  });
  return hasText(normal) ? normal : [];
}

/** Returns the text of rich text, a line per paragraph and list item. */
export function richToPlain(nodes: readonly RichNode[]): string {
  return nodes
    .flatMap((node) => (node.type === 'list' ? node.items : [node.children]))
    .map((spans) => spans.map(({ text }) => text).join(''))
    .join('\n');
}

const hasText = (nodes: readonly RichNode[]) => richToPlain(nodes).trim() !== '';

/** Returns the spans without empty ones, neighbours of the same look as one. */
function joined(spans: readonly RichSpan[]): RichSpan[] {
  const result: RichSpan[] = [];
  for (const span of spans) {
    if (span.text === '') continue;
    const last = result.at(-1);
    const isSame = last && last.bold === span.bold && last.italic === span.italic && last.link === span.link;
    if (isSame) result[result.length - 1] = { ...last, text: last.text + span.text };
    else result.push(span);
  }
  return result;
}

/** Splits a span that is too long to be stored, never within a surrogate pair. */
function split(span: RichSpan): RichSpan[] {
  const parts: RichSpan[] = [];
  for (let at = 0; at < span.text.length;) {
    const end = at + MAX_SPAN;
    const isPair = /[\ud800-\udbff]/.test(span.text[end - 1] ?? '') && end < span.text.length;
    const part = span.text.slice(at, isPair ? end - 1 : end);
    parts.push({ ...span, text: part });
    at += part.length;
  }
  return parts;
}
