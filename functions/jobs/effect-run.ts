import type { EffectKind, Effects } from '../lib/outbox.ts';
import type { JobServices } from './services.ts';

/** One effect that is due. */
export interface EffectRun<K extends EffectKind> {
  /** The outbox row's. */
  id: string;
  /** Names this effect as it was last wanted: the same in every attempt, another once it is wanted again. */
  idempotencyKey: string;
  payload: Effects[K];
  jobs: JobServices;
}
