import { resolve } from 'node:path';

/** Folder of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..');
/** Folder of the built site. */
export const WEB_DIR = resolve(ROOT, '.build/web');
