import type { Json } from '#core/domain/page-operations.ts';
import type { BlockKind, KnownBlock } from '#core/domain/pages.ts';

/** Sets a field of a block or row, or an entry of a field; null removes it. */
export type SetField = (path: [string] | [string, string], value: Json | null) => void;

export type BlockOf<Kind extends BlockKind> = Extract<KnownBlock, { kind: Kind }>;

/** Props of the fields of one kind of block. */
export interface FieldsProps<Kind extends BlockKind> {
  block: BlockOf<Kind>;
  set: SetField;
}
