import { verify } from '../api/door.ts';
import { download, gallery, studio, views } from '../api/public.ts';
import { createGroup } from '../http-api.ts';
import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  'ORIGIN_SECRET',
  ...REPORT_ENV,
  'DATABASE_URL',
  'SUPABASE_URL',
  'APP_ORIGIN',
  'IMAGE_TOKEN_KEY',
  ...STORAGE_ENV,
]);

/** Answers the endpoints of the group `publicPages`. */
export const handler = createGroup<'publicPages'>({ studio, gallery, verify, views, download }, services);
