import { single } from '../api/upload-single.ts';
import { cancel, complete, presign } from '../api/uploads.ts';
import { createGroup } from '../http-api.ts';
import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', 'SUPABASE_URL', ...STORAGE_ENV]);

/** Answers the endpoints of the group `uploads`. */
export const handler = createGroup<'uploads'>({ presign, complete, cancel, single }, services);
