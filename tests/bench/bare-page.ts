import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Studio } from './studio.ts';

/** A document of the product's origin without scripts. One that a test fulfils may not open sockets to this machine. */
const EMPTY_PATH = '/robots.txt';

/** Opens pages that have only this module, which may import Zero and the core: the peers of the back office. */
export async function barePages(studio: Studio, contents: string): Promise<() => Promise<Page>> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return async () => {
    const page = await studio.open({ bypassCSP: true });
    await page.goto(studio.stack.origin + EMPTY_PATH);
    await page.evaluate(outputFiles[0]!.text);
    return page;
  };
}
