import type { EffectKind, Effects } from '../lib/outbox.ts';
import type { JobServices } from './services.ts';

/** One effect that is due. */
export interface EffectRun<K extends EffectKind> {
  /** The outbox row's. */
  id: string;
  payload: Effects[K];
  jobs: JobServices;
}
