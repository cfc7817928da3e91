import type { Json } from '#core/domain/site/page-operations.ts';

/** Sets a field of a block or row, or an entry of a field; null removes it. */
export type SetField = (path: [string] | [string, string], value: Json | null) => void;
