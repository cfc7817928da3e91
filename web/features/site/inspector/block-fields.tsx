import { type ReactNode, useMemo } from 'react';
import type { Language } from '#core/domain/languages.ts';
import type { Block, BlockKind, KnownBlock } from '#core/domain/pages.ts';
import { ButtonFields } from './button-fields.tsx';
import { HeadingFields } from './heading-fields.tsx';
import { TextLanguagesContext } from './text-languages.ts';
import type { FieldsProps, SetField } from './types.ts';

/** Fields of each kind of block. */
const FIELDS: { readonly [Kind in BlockKind]?: (props: FieldsProps<Kind>) => ReactNode } = {
  heading: HeadingFields,
  button: ButtonFields,
};

interface BlockFieldsProps {
  block: Block & KnownBlock;
  /** Language of the texts that are edited now. */
  language: Language;
  studioLanguage: Language;
  /** Called at each key; the editor batches. */
  set: SetField;
}

/** All fields of a block. */
export function BlockFields({ block, language, studioLanguage, set }: BlockFieldsProps): ReactNode {
  const languages = useMemo(() => ({ language, studioLanguage }), [language, studioLanguage]);
  const Fields = FIELDS[block.kind] as ((props: FieldsProps<BlockKind>) => ReactNode) | undefined;
  return (
    <TextLanguagesContext value={languages}>
      <div className="flex min-w-0 flex-col gap-5">
        {/* The key: nothing that is typed in one block may appear in the next. */}
        {Fields && <Fields key={block.id} block={block} set={set} />}
      </div>
    </TextLanguagesContext>
  );
}
