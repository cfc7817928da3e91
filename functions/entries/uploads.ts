import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../platform/env.ts';
import { createGroup } from '../platform/http/router.ts';
import { servicesFromEnv } from '../platform/services.ts';
import { storageFromEnv } from '../platform/storage/storage.ts';
import { cancel, complete, presign, single } from '../uploads/handlers.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', 'SUPABASE_URL', ...STORAGE_ENV]);

const services = servicesFromEnv(storageFromEnv);

/** Handles the endpoints of the group `uploads`. */
export const handler = createGroup<'uploads'>({ presign, complete, cancel, single }, services);
