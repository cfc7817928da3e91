import * as images from '../galleries/image-token-handlers.ts';
import { REPORT_ENV, requireEnv } from '../platform/env.ts';
import { createGroup } from '../platform/http/router.ts';
import { services } from '../platform/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  'ORIGIN_SECRET',
  ...REPORT_ENV,
  'DATABASE_URL',
  'SUPABASE_URL',
  'APP_ORIGIN',
  'IMAGE_TOKEN_KEY',
]);

/** Handles the endpoints of the group `images`. */
export const handler = createGroup<'images'>(images, services);
