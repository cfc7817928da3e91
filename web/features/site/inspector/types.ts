import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { BLOCK_FIELDS, BlockKind, KnownBlock } from '#core/domain/site/page-blocks.ts';
import type { SetField } from './set-field.ts';
import type { TextLanguages } from './text/text-change.ts';

type BlockOf<Kind extends BlockKind> = Extract<KnownBlock, { kind: Kind }>;

/** The description of a field of one kind of block. */
export interface FieldProps<Kind extends BlockKind> {
  block: BlockOf<Kind>;
  set: SetField;
  languages: TextLanguages;
  t: TFunction<'blocks'>;
}

/** Draws one field: not a component, so it uses no hooks. */
export type RenderField<Kind extends BlockKind> = (props: FieldProps<Kind>) => ReactNode;

/** Every field of a kind's schema, in the order in which they are shown; a missing one does not compile. */
export type KindFields<Kind extends BlockKind> = {
  readonly [Field in keyof (typeof BLOCK_FIELDS)[Kind]['shape']]: RenderField<Kind>;
};

/** The fields of some kinds. */
export type FieldsOf<Kinds extends BlockKind> = { readonly [Kind in Kinds]: KindFields<Kind> };
