import type { ResponseOf } from '#core/api/endpoint.ts';
import type { me } from '#core/api/me.ts';

/** What goes along with somebody's sign-in, and what stays. */
export type DeletionPreview = ResponseOf<typeof me.deletion>;
