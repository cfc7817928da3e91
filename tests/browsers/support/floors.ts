import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { BROWSER_FLOORS, type PageKind } from '#core/domain/values/browser-floors.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const TOOLS = resolve(import.meta.dirname, '../tools');

/**
 * Returns the path of the Chromium of a floor, with its libraries beside it; installs and unpacks it the first time. A
 * package of its own, because both weigh 60 MB.
 * @throws if the packages cannot be installed
 */
export async function floorChromium(kind: PageKind): Promise<string> {
  const version = BROWSER_FLOORS[kind].chrome;
  const packed = join(TOOLS, `node_modules/chromium-${version}/bin`);
  if (!existsSync(packed)) {
    const args = ['ci', '--prefix', TOOLS, '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', args, { stdio: 'inherit' });
  }
  const folder = join(ROOT, `.build/chromium-${version}`);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  const file = createWriteStream(unfinished, { mode: 0o755 });
  await pipeline(createReadStream(join(packed, 'chromium.br')), createBrotliDecompress(), file);
  renameSync(unfinished, program);
  return program;
}
