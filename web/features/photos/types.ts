import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

export type PhotoRow = QueryRowType<typeof queries.galleries.photos>;
