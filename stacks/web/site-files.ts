import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { siteFileHeaders } from '#functions/edge/response-headers.ts';

interface SiteFile {
  /** Key in the bucket: the path without its leading slash. */
  key: string;
  source: string;
  contentType: string;
  cacheControl: string;
}

/** Documents that the page function completes; they are part of its bundle. */
const TEMPLATES = ['index.html', 'app.html', 'sign-in.html', 'site.html', 'page-markup.mjs'];

/**
 * Returns the files of the built site for the bucket.
 * @param folder of `npm run build`
 * @throws Error if there is no build
 */
export function siteFiles(folder: string): SiteFile[] {
  return filesIn(folder)
    .filter((key) => !TEMPLATES.includes(key))
    .toSorted()
    .map((key) => {
      const { 'content-type': contentType, 'cache-control': cacheControl } = siteFileHeaders(`/${key}`);
      return { key, source: join(folder, key), contentType, cacheControl };
    });
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .split(sep)
          .join('/'),
      );
  } catch (error) {
    throw new Error(`There is no built site in ${folder}: npm run build makes it`, { cause: error });
  }
}
