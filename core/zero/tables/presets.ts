import { json, number, string, table } from '@rocicorp/zero';
import type { PresetSettings } from '../../domain/galleries/presets.ts';

/** Gallery settings for one kind of shoot. */
export const galleryPresets = table('galleryPresets')
  .from('gallery_presets')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    name: string(),
    settings: json<PresetSettings>(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');
