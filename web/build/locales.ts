import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../../core/domain/values/languages.ts';
import { NAMESPACES, TEXTS_FILE } from '../app/namespaces.ts';
import { at } from './paths.ts';

const localesDir = at('locales/');

/**
 * Serves and emits `locales/{lng}/{ns}.json` at `/locales/…`, a kept path (docs/specification.md#calls), and all
 * texts of the back office in one file of each language; `design` only for its page.
 */
export function locales({ withDesign = false } = {}): Plugin {
  const files = readdirSync(localesDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const read = (file: string) => JSON.parse(readFileSync(localesDir + file, 'utf8')) as unknown;
  const joined = (language: string) =>
    Object.fromEntries(NAMESPACES.map((name) => [name, read(`${language}/${name}.json`)]));
  const sources = new Map<string, () => unknown>([
    ...files.map((file) => [file, () => read(file)] as const),
    ...LANGUAGES.map((language) => [`${language}/${TEXTS_FILE}.json`, () => joined(language)] as const),
  ]);
  return {
    name: 'locales',
    configureServer: (server) => {
      server.middlewares.use('/locales', (request, response, next) => {
        const texts = sources.get(request.url?.split('?')[0]?.slice(1) ?? '');
        if (!texts) return next();
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.end(JSON.stringify(texts()));
      });
    },
    generateBundle() {
      for (const [file, texts] of sources) {
        // Reprinted without white space to save bytes.
        if (withDesign || !file.endsWith('design.json'))
          this.emitFile({ type: 'asset', fileName: `locales/${file}`, source: JSON.stringify(texts()) });
      }
    },
  };
}
