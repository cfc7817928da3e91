import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { paths } from '#web/lib/paths.ts';
import { findSection, SECTIONS } from './sections.tsx';

/** Paths of the first script and of the account screens (screens.tsx, router.tsx). */
const FIRST = new Set<string>([
  paths.landing,
  paths.login,
  paths.auth,
  paths.resetPassword,
  paths.home,
  paths.insights,
  paths.newAccount,
  paths.join,
  paths.goodbye,
  paths.unauthorized,
]);

/** Returns the paths that a section's file gives its routes. Loading all screens would take ten seconds. */
function pathsOf({ load }: (typeof SECTIONS)[number]): string[] {
  const [file] = /routes\/\w+\.tsx/.exec(String(load))!;
  const code = readFileSync(new URL(file, import.meta.url), 'utf8');
  return [...code.matchAll(/path: (?:`\$\{)?paths\.(\w+)/g)].map(([, name]) => paths[name as keyof typeof paths]);
}

it('finds the section whose routes have the path', () => {
  for (const section of SECTIONS)
    for (const path of pathsOf(section)) expect([path, findSection(path)]).toEqual([path, section]);
  const found = new Set(SECTIONS.flatMap(pathsOf));
  const others = Object.values(paths).filter((path) => !FIRST.has(path) && !found.has(path));
  // Tabs of a gallery.
  expect(others.filter((path) => !path.startsWith(`${paths.gallery}/`))).toEqual([]);
});

it('finds no section for a path of the first script', () => {
  for (const path of FIRST) expect([path, findSection(path)]).toEqual([path, undefined]);
  expect(findSection('/app/galleriesx')).toBeUndefined();
  expect(findSection('/APP/Galleries/1')).toBe(SECTIONS[0]);
});
