import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUILD_DIR } from '#ops/bundle/functions.ts';
import { collectPackages, isPermitted } from '#ops/licences/collect.ts';
import { CommandError } from '#ops/lib/command.ts';
import { ROOT } from './prepare.ts';

interface LockedPackage {
  hasInstallScript?: boolean;
}

it('ships packages with permitted licences only, from every runtime', () => {
  const packages = collectPackages(BUILD_DIR, ROOT);
  expect(packages.filter((one) => !isPermitted(one))).toEqual([]);
  const where = (name: string) => packages.find((one) => one.name === name)?.where;
  expect(where('react')).toContain('browser');
  expect(where('pg')).toContain('zero');
  expect(where('sharp')).toContain('transform');
  expect(where('vitest')).toBeUndefined();
});

it.each([
  ['anything', 'GPL-3.0-only', false],
  ['anything', 'LGPL-3.0', false],
  ['libheif-js', 'LGPL-3.0', true],
  ['anything', '(MIT OR GPL-3.0-or-later)', true],
  ['anything', 'MIT AND CC-BY-NC-4.0', false],
  ['anything', 'UNLICENSED', false],
])('judges the licence of %s, %s', (name, licence, expected) => {
  expect(isPermitted({ name, licence })).toBe(expected);
});

it('names the script that builds what is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'albumen-licences-'));
  try {
    expect(() => collectPackages(folder, ROOT)).toThrow('The page is not built: run "npm run build", then this again');
    expect(() => collectPackages(folder, ROOT)).toThrow(CommandError);
    await mkdir(join(folder, 'web'));
    await copyFile(join(BUILD_DIR, 'web/licences.txt'), join(folder, 'web/licences.txt'));
    expect(() => collectPackages(folder, ROOT)).toThrow(/^The function \S+ is not built: run "npm run bundle"/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('runs install scripts of listed packages only', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
  );
  const unlisted = [...new Set(scripted)].filter((name) => !(name in allowScripts));
  expect(unlisted).toEqual([]);
});
