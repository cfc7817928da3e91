import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const { devDependencies } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};

/**
 * Arguments of the browser. Not the package's own: they disable web security and would hide errors of CORS and of the
 * content security policy.
 */
export const CHROMIUM_ARGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** Returns the path of the package's Chromium, or of the one that `CHROMIUM_PATH` names. */
export async function chromiumPath(): Promise<string> {
  const own = process.env['CHROMIUM_PATH'];
  if (own) return own;
  // The package unpacks into TMPDIR and reuses existing files: each version gets its own folder, which stays for the next
  // run.
  const unpackInto = join('/tmp', `albumen-chromium-${devDependencies['@sparticuz/chromium']}`);
  mkdirSync(unpackInto, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = unpackInto;
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  return path;
}
