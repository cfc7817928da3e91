import { enumeration, json, number, string, table } from '@rocicorp/zero';
import type { FontMetadata } from '../../domain/branding/fonts.ts';

/** Fonts that a studio uploaded. */
export const customFonts = table('customFonts')
  .from('custom_fonts')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    /** The author (docs/specification.md#fields). */
    userId: string().from('user_id'),
    fontFamily: string().from('font_family'),
    fileName: string().from('file_name'),
    urlPath: string().from('url_path'),
    /** Bytes. */
    fileSize: number().from('file_size'),
    fontType: enumeration<'woff2' | 'woff' | 'ttf' | 'otf'>().from('font_type'),
    metadata: json<FontMetadata>(),
    uploadDate: number().from('upload_date'),
  })
  .primaryKey('id');
