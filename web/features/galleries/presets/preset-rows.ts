import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

export type PresetRow = QueryRowType<typeof queries.presets.list>;
