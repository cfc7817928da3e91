import type { ComponentType } from 'react';
import type { ContactOptions, PublicGallerySummary, PublicStudio } from '#core/api/public.ts';

/** The data of the studio's public page; `theme` of `studio` is the one to try. */
export interface PreviewData {
  studio: PublicStudio;
  galleries: PublicGallerySummary[];
  booking: boolean;
  contact: ContactOptions | null;
}

export type Preview = ComponentType<{ data: PreviewData }>;
