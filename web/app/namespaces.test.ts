import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NAMESPACES } from './namespaces.ts';

/** Entries of their own, with their own texts. */
const OTHER = /^(design|features\/(developers|public|landing))\//;

test('lists every namespace of the back office, so that no screen waits for its texts', () => {
  const web = new URL('../', import.meta.url);
  const files = globSync('{app,components,features,lib}/**/*.{ts,tsx}', { cwd: web });
  const used = files
    .filter((file) => !OTHER.test(file))
    .flatMap((file) => [...readFileSync(new URL(file, web), 'utf8').matchAll(/useTranslation\(([^)]*)\)/g)])
    // Mail texts are in the language of the mail's client: the preview waits for them automatically.
    .filter(([call]) => !call.includes('lng:'))
    .flatMap(([, names = '']) => [...names.matchAll(/'([\w-]+)'/g)].map(([, name]) => name));
  expect(new Set(NAMESPACES)).toEqual(new Set(used));
});
