import { isStorable } from './primitives.ts';

/** Levels of JSON in a page's parts and settings: deeper values are no content of ours, and slow down every walk. */
const MAX_DEPTH = 8;

/** Keys that name prototypes. */
export const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** True for JSON of which Postgres can store every text, without keys that name prototypes. */
export function isPlainJson(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every((entry) => isPlainJson(entry, depth + 1));
  return Object.entries(value).every(
    ([key, entry]) => !UNSAFE_KEYS.has(key) && isStorable(key) && isPlainJson(entry, depth + 1),
  );
}

/** Returns the length of a value as JSON, in UTF-8 bytes. */
export function jsonBytes(value: unknown): number {
  const json = JSON.stringify(value);
  let bytes = json.length;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    // A surrogate pair has two units and four bytes.
    if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}
