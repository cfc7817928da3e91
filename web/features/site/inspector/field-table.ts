import type { BlockKind } from '#core/domain/site/page-blocks.ts';
import { BUSINESS_FIELDS } from './kinds/business-fields.tsx';
import { MEDIA_FIELDS } from './kinds/media-fields.tsx';
import { TEXT_FIELDS } from './kinds/text-fields.tsx';
import type { FieldsOf } from './types.ts';

/** The fields of every kind of block; a missing kind does not compile. */
export const FIELD_TABLE: FieldsOf<BlockKind> = { ...TEXT_FIELDS, ...MEDIA_FIELDS, ...BUSINESS_FIELDS };
