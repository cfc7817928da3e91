import { resolve } from 'node:path';

/** Folder of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..');
/** Folder of the built site. */
export const WEB_DIR = resolve(ROOT, '.build/web');
/** Folder of the built component page, for tests. */
export const DESIGN_DIR = resolve(ROOT, '.build/design');
