import { Fragment, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#core/domain/values/languages.ts';
import type { Block, BlockKind, KnownBlock } from '#core/domain/site/page-blocks.ts';
import { FIELD_TABLE } from './field-table.ts';
import { TextLanguagesContext } from './text/text-languages.ts';
import type { SetField } from './set-field.ts';
import type { RenderField } from './types.ts';

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
  const { t } = useTranslation('blocks');
  const languages = useMemo(() => ({ language, studioLanguage }), [language, studioLanguage]);
  const fields = Object.entries(FIELD_TABLE[block.kind]) as [string, RenderField<BlockKind>][];
  return (
    <TextLanguagesContext value={languages}>
      {/* The key: nothing that is typed in one block may appear in the next. */}
      <div key={block.id} className="flex min-w-0 flex-col gap-5">
        {fields.map(([field, draw]) => (
          <Fragment key={field}>{draw({ block, set, languages, t })}</Fragment>
        ))}
      </div>
    </TextLanguagesContext>
  );
}
