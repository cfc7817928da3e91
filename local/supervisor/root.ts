import { resolve } from 'node:path';

/** The repository. */
export const ROOT = resolve(import.meta.dirname, '../..');
/** The built SPA. */
export const WEB_DIR = resolve(ROOT, '.build/web');
