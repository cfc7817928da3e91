import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { FONT_CATALOGUE } from '../../core/domain/branding/font-faces.ts';
import { at } from './paths.ts';

/** Serves and emits the files of the fonts that studios can choose, with their licences. */
export function fonts(): Plugin {
  const files = new Map(
    FONT_CATALOGUE.flatMap(({ files }) => [
      ...files.map(({ url, source }) => [url, at(source)] as const),
      ...files.map(({ url, source }) => [licenceOf(url), at(source.replace(/files\/[^/]+$/, 'LICENSE'))] as const),
    ]),
  );
  return {
    name: 'fonts',
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const file = files.get(request.url?.split('?')[0] ?? '');
        if (!file) return next();
        response.setHeader('content-type', 'font/woff2');
        response.end(readFileSync(file));
      });
    },
    generateBundle() {
      for (const [url, file] of files) {
        this.emitFile({ type: 'asset', fileName: url.slice(1), source: readFileSync(file) });
      }
    },
  };
}

/** The licence of a font's file beside it, one for each family. */
function licenceOf(url: string): string {
  return url.replace(/-latin.*$/, '-licence.txt');
}
