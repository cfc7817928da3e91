import { readFileSync } from 'node:fs';

const MANIFEST = new URL('../../package.json', import.meta.url);

/**
 * Returns zero-cache's image with the tag of the npm package's version: client and server of Zero must speak one
 * protocol, so one dependency defines both.
 * @throws Error if the dependency is missing or a range
 */
export function zeroImage(): string {
  const { dependencies } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { dependencies: Record<string, string> };
  const version = dependencies['@rocicorp/zero'];
  if (!version || !/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error('package.json: @rocicorp/zero must be an exact version, as the tag of an image is one');
  }
  return `rocicorp/zero:${version}`;
}
