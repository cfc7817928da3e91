import { download, gallery, studio, views } from '../galleries/public-handlers.ts';
import { verify } from '../galleries/verify-access.ts';
import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../platform/env.ts';
import { createGroup } from '../platform/http/router.ts';
import { servicesFromEnv } from '../platform/services.ts';
import { storageFromEnv } from '../platform/storage/storage.ts';

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

const services = servicesFromEnv(storageFromEnv);

/** Handles the endpoints of the group `publicPages`. */
export const handler = createGroup<'publicPages'>({ studio, gallery, verify, views, download }, services);
