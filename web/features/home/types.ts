import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

export type HomeGallery = QueryRowType<typeof queries.galleries.list>;
export type HomeSession = QueryRowType<typeof queries.sessions.range>;
