import { readFileSync } from 'node:fs';

const MANIFEST = new URL('../../package.json', import.meta.url);

/**
 * The image whose tag is the version of the npm package: client and server of Zero speak one protocol, so the one
 * dependency says what runs on both sides.
 * @throws Error when the dependency is missing or a range
 */
export function zeroImage(): string {
  const { dependencies } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { dependencies: Record<string, string> };
  const version = dependencies['@rocicorp/zero'];
  if (!version || !/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error('package.json: @rocicorp/zero must be an exact version, as the tag of an image is one');
  }
  return `rocicorp/zero:${version}`;
}
