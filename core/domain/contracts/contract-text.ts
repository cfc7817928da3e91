import type { ContractField } from './contracts.ts';
import { elideBeforeFields } from '../values/catalan.ts';
import type { Language } from '../values/languages.ts';
import { fillPlaceholders, toSingleLine } from '../messages/message-templates.ts';

/**
 * A contract's text is plain: blank lines separate paragraphs, `#` and `##` begin headings, `-` and `1.` list items.
 * HTML has no meaning in it.
 */
export type ContractBlock =
  | { kind: 'heading'; level: 1 | 2; text: string }
  | { kind: 'paragraph'; text: string }
  /** `start` is the first number of an ordered list; null: bullets. */
  | { kind: 'list'; start: number | null; items: string[] };

const HEADING = /^(#{1,2})[ \t]+(.*)$/;
const BULLET = /^[-*•][ \t]+(.*)$/;
const NUMBER = /^(\d{1,3})[.)][ \t]+(.*)$/;

/** Returns the blocks of a text; fields stay as they are. */
export function parseContract(body: string): ContractBlock[] {
  const blocks: ContractBlock[] = [];
  // The block that the next line continues; a blank line or a heading ends it.
  let open: ContractBlock | null = null;
  const add = (block: ContractBlock) => {
    blocks.push(block);
    open = block;
  };
  for (const line of body.replaceAll(/\r\n?/g, '\n').split('\n')) {
    const content = line.trim();
    const current = open as ContractBlock | null;
    const heading = HEADING.exec(content);
    const bullet = BULLET.exec(content);
    const number = NUMBER.exec(content);
    if (content === '') open = null;
    else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1] === '#' ? 1 : 2, text: heading[2]!.trim() });
      open = null;
    } else if (bullet) {
      if (current?.kind === 'list' && current.start === null) current.items.push(bullet[1]!);
      else add({ kind: 'list', start: null, items: [bullet[1]!] });
    } else if (number) {
      if (current?.kind === 'list' && current.start !== null) current.items.push(number[2]!);
      else add({ kind: 'list', start: Number(number[1]), items: [number[2]!] });
    } else if (current?.kind === 'list') current.items[current.items.length - 1] += ` ${content}`;
    else if (current?.kind === 'paragraph') current.text += `\n${content}`;
    else add({ kind: 'paragraph', text: content });
  }
  return blocks;
}

/** Values of the fields; a missing one is shown as a dash, so that nothing disappears unseen from what is signed. */
export type ContractValues = Readonly<Partial<Record<ContractField, string>>>;

/** A contract as it is shown and signed. */
interface FilledContract {
  title: string;
  language: Language;
  blocks: ContractBlock[];
}

/** Fills a text. Values are one line each, and are not searched for fields or structure again. */
export function fillContract(
  { title, body, language }: { title: string; body: string; language: Language },
  values: ContractValues,
): FilledContract {
  const valueOf = (name: string) => toSingleLine(values[name as ContractField] ?? '') || '—';
  const fill = (part: string) => fillPlaceholders(language === 'ca' ? elideBeforeFields(part, valueOf) : part, valueOf);
  return {
    title,
    language,
    blocks: parseContract(body).map((block) =>
      block.kind === 'list'
        ? { kind: 'list', start: block.start, items: block.items.map(fill) }
        : { ...block, text: fill(block.text) },
    ),
  };
}

/** Returns the form of a contract of which the hash is taken: equal texts give equal strings. */
export function serializeContract({ title, language, blocks }: FilledContract): string {
  const plain = blocks.map((block) => {
    if (block.kind === 'heading') return [block.kind, block.level, block.text];
    return block.kind === 'list' ? [block.kind, block.start, ...block.items] : [block.kind, block.text];
  });
  return JSON.stringify({ title, language, blocks: plain });
}

/** Returns the contract that `serializeContract` has written. */
export function deserializeContract(serialized: string): FilledContract {
  const { title, language, blocks } = JSON.parse(serialized) as {
    title: string;
    language: Language;
    blocks: readonly (readonly (string | number | null)[])[];
  };
  return {
    title,
    language,
    blocks: blocks.map(([kind, second, ...rest]): ContractBlock => {
      if (kind === 'heading') return { kind, level: second as 1 | 2, text: rest[0] as string };
      if (kind === 'list') return { kind, start: second as number | null, items: rest as string[] };
      return { kind: 'paragraph', text: second as string };
    }),
  };
}
