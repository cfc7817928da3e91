import { runInNewContext } from 'node:vm';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { transformWithOxc } from 'vite';

it('sets what Zod reads before Zod is loaded', async () => {
  const file = new URL('zod-without-eval.ts', import.meta.url);
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file.pathname);
  const page: Record<string, unknown> = {};
  runInNewContext(code, page);
  expect(page['__zod_globalConfig']).toEqual({ jitless: true });
  // The name is Zod's, whose `z.config` documents the setting.
  const core = readFileSync(new URL('../../../node_modules/zod/v4/core/core.js', import.meta.url), 'utf8');
  expect(core).toContain('export const globalConfig = globalThis.__zod_globalConfig');
});
