import { rowId } from '../values/ids.ts';
import { type Block, BLOCK_FIELDS, pageBlock } from './page-blocks.ts';
import { COLUMNS, MAX_PAGE_BYTES, MAX_ROWS, pageRow, type Row, ROW_VERSION } from './page-rows.ts';
import { isPlainJson, jsonBytes } from '../values/plain-json.ts';

/*
 * Pages that an older version stored, read as rows of today.
 */

/**
 * Returns the rows of a stored page. Older pages have a list of `blocks` instead: each block becomes a row of
 * its own, of the known kinds with their main text. Parts that are no rows are left out, ids are made where missing.
 * @param makeId returns a new id; called for parts without a valid one
 */
export function upgradeRows(stored: unknown, makeId: () => string): Row[] {
  if (!Array.isArray(stored)) return [];
  const known = new Set<string>();
  const id = (value: unknown): string => {
    const own = rowId.safeParse(value).data;
    const free = own !== undefined && !known.has(own) ? own : makeId();
    known.add(free);
    return free;
  };
  const rows: Row[] = [];
  for (const entry of stored.slice(0, MAX_ROWS) as unknown[]) {
    const parsed = pageRow.safeParse(entry);
    if (parsed.success) {
      const { data } = parsed;
      rows.push({
        ...data,
        id: id(data.id),
        cells: data.cells.map((cell) => ({
          ...cell,
          id: id(cell.id),
          blocks: cell.blocks.map((block) => ({ ...block, id: id(block.id) })),
        })),
      });
      continue;
    }
    const block = upgradeBlock(entry, id);
    if (!block) continue;
    rows.push({ id: id(null), v: ROW_VERSION, look: {}, cells: [{ id: id(null), span: COLUMNS, blocks: [block] }] });
  }
  while (jsonBytes(rows) > MAX_PAGE_BYTES) rows.pop();
  return rows;
}

/**
 * Returns the rows of a page row, upgraded if it is an older one. Its new ids follow from the page's own, so that browser
 * and server make the same.
 */
export function readPageRows({ id, rows, blocks }: { id: string; rows: unknown; blocks?: unknown }): Row[] {
  let made = 0;
  const isOlder = Array.isArray(blocks) && Array.isArray(rows) && rows.length === 0;
  return upgradeRows(isOlder ? blocks : rows, () => id.slice(0, 16) + (made++).toString().padStart(4, '0'));
}

/** Returns a block of an older page; null without a kind. */
function upgradeBlock(entry: unknown, id: (value: unknown) => string): Block | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry) || !isPlainJson(entry)) return null;
  const { id: own, kind, type, content, props, ...rest } = entry as Record<string, unknown>;
  const name = typeof kind === 'string' ? kind : typeof type === 'string' ? type : '';
  const base = { id: id(own), kind: name };
  const fields = { ...rest, ...(typeof props === 'object' && !Array.isArray(props) ? props : {}) };
  const body = [content, fields['text'], fields['body']].find((value) => typeof value === 'string');
  const asWritten = pageBlock.safeParse({ ...fields, ...base });
  const candidates: unknown[] = [
    ...(asWritten.success && Object.hasOwn(BLOCK_FIELDS, name) ? [asWritten.data] : []),
    ...(body === undefined ? [] : [upgradedText(base, name, body)]),
    { ...fields, ...base },
  ];
  for (const candidate of candidates) {
    const result = pageBlock.safeParse(candidate);
    if (result.success) return result.data;
  }
  return null;
}

function upgradedText(base: { id: string }, kind: string, body: string): unknown {
  if (/^(heading|title|h[1-3])$/.test(kind)) {
    return { id: base.id, kind: 'heading', text: body.replace(/\s+/g, ' ').slice(0, 300) };
  }
  if (kind === 'quote') return { id: base.id, kind, text: body.slice(0, 2000) };
  if (!/^(text|paragraph|richtext|p)$/.test(kind)) return { ...base, text: body };
  const paragraphs = body.split(/\n{2,}/).slice(0, 200);
  const children = paragraphs.map((part) => ({ type: 'p', children: [{ text: part.slice(0, 4000) }] }));
  return { id: base.id, kind: 'text', body: children };
}
