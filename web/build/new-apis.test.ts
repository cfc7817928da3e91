import { readFileSync } from 'node:fs';
import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import {
  BROWSER_FLOORS,
  type BrowserFloor,
  FLOOR_PROBES,
  type PageKind,
} from '../../core/domain/values/browser-floors.ts';
import { newApisOf, SYNTAX_TARGET } from './browser-floors.ts';
import { apisAbove, compatData, findNewApis, firstVersion } from './new-apis.ts';
import { at } from './paths.ts';

const PUBLIC = apisAbove(BROWSER_FLOORS.public);
const OFFICE = apisAbove(BROWSER_FLOORS.office);

describe('findNewApis', () => {
  it.each([
    ['Map.groupBy(list, key)', 'Map.groupBy'],
    ['Object.groupBy(list, key)', 'Object.groupBy'],
    ['globalThis.Object.groupBy(list, key)', 'Object.groupBy'],
    ['const { promise } = Promise.withResolvers()', 'Promise.withResolvers'],
    ['URL.canParse(text)', 'URL.canParse'],
    ['AbortSignal.any([one, other])', 'AbortSignal.any'],
  ])('finds an API above the public floor: %s', (code, api) => {
    expect([...findNewApis(code, PUBLIC)]).toEqual([api]);
  });

  it.each([
    ['URL.parse(text)', 'URL.parse'],
    ['Array.fromAsync(list)', 'Array.fromAsync'],
    ['map.values().filter(isOpen)', 'Iterator.filter'],
    ['for (const one of text.matchAll(/x/g).take(2));', 'Iterator.take'],
    ['one.union(other)', 'Set.union'],
    ['one.isSubsetOf(other)', 'Set.isSubsetOf'],
    ['new DisposableStack()', 'DisposableStack'],
    ['using file = open()', 'using'],
    ['/(?i:a)b/.test(text)', '(?i:x)'],
  ])('finds an API or syntax above both floors: %s', (code, api) => {
    for (const apis of [PUBLIC, OFFICE]) expect([...findNewApis(code, apis)]).toContain(api);
  });

  it.each([
    ['list.toSpliced(0, 1)', 'toSpliced', '15.6'],
    ['text.isWellFormed()', 'isWellFormed', '16.3'],
    ['class A { static { start(); } }', 'static {}', '16.3'],
    ['/(?<=a)b/.test(text)', '(?<=x)', '16.3'],
    ['/[a&&b]/v.test(text)', '/x/v', '16.3'],
  ])('finds what an older Safari lacks: %s', (code, api, safari) => {
    const floor: BrowserFloor = { ...BROWSER_FLOORS.public, safari };
    expect([...findNewApis(code, apisAbove(floor))].join()).toContain(api);
  });

  it.each([
    'list.toSpliced(0, 1).values()',
    'text.isWellFormed()',
    'class A { static { start(); } }',
    'Object.values(record).filter(isOpen)',
    'const ML = 1; use(ML)',
    'event.getCoalescedEvents?.()',
    'format.union',
  ])('accepts what browsers of the public floor have: %s', (code) => {
    expect([...findNewApis(code, PUBLIC)]).toEqual([]);
  });

  it('accepts in the back office what its browsers have', () => {
    expect([...findNewApis('Promise.withResolvers(); Map.groupBy(list, key); AbortSignal.any([])', OFFICE)]).toEqual(
      [],
    );
  });
});

/** A bundle whose public page loads one chunk later, as the back office does immediately. */
function bundle(shared: string, office = ''): Rolldown.OutputBundle {
  const chunk = (name: string, code: string, more: Partial<Rolldown.OutputChunk> = {}) => ({
    [`${name}.js`]: {
      type: 'chunk',
      name,
      fileName: `${name}.js`,
      code,
      imports: [],
      dynamicImports: [],
      isEntry: true,
      modules: { [`/web/${name}.ts`]: { code } },
      ...more,
    },
  });
  return {
    ...chunk('public', '', { dynamicImports: ['shared.js'] }),
    ...chunk('site', ''),
    ...chunk('sign-in', ''),
    ...chunk('back-office', office, { imports: ['shared.js'] }),
    ...chunk('shared', shared, { isEntry: false }),
  } as unknown as Rolldown.OutputBundle;
}

describe('newApisOf', () => {
  it('holds a chunk to the floor of every page that loads it, now or later', () => {
    expect(newApisOf(bundle('Map.groupBy(list, key)'))).toEqual(['public pages: Map.groupBy in /web/shared.ts']);
    expect(newApisOf(bundle('', 'Map.groupBy(list, key)'))).toEqual([]);
    expect(newApisOf(bundle('URL.parse(text)'))).toEqual([
      'public pages: URL.parse in /web/shared.ts',
      'office pages: URL.parse in /web/shared.ts',
    ]);
    expect(newApisOf(bundle('using file = open()'))).toContain('public pages: using in shared.js');
  });
});

/** Returns what MDN's data say of `Promise.withResolvers`, `String.prototype.isWellFormed` or `CSSPropertyRule`. */
function compatOf(path: string) {
  const { api, javascript } = compatData();
  const [type, member] = path.replace('.prototype', '').split('.');
  const found = javascript['builtins']?.[type!] ?? api[type!];
  const feature = (member ? found?.[member] : found)?.__compat;
  if (!feature) throw new Error(`No data of ${path}`);
  return feature;
}

it.each(Object.keys(BROWSER_FLOORS) as PageKind[])('tells browsers below the floor of %s pages from others', (kind) => {
  const newest = (engine: keyof BrowserFloor) =>
    FLOOR_PROBES[kind].map((path) => Number(firstVersion(compatOf(path), engine))).toSorted((a, b) => b - a)[0];
  const { safari, chrome, firefox } = BROWSER_FLOORS[kind];
  expect([newest('safari'), newest('chrome'), newest('firefox')]).toEqual([safari, chrome, firefox].map(Number));
});

it('lowers syntax to the lower floor', () => {
  expect(SYNTAX_TARGET).toEqual(['safari16.4', 'chrome111', 'firefox128']);
});

it.each(['README.md', 'docs/operations.md'])('says the supported versions in %s', (file) => {
  const text = readFileSync(at(file), 'utf8').replaceAll(/\s+/g, ' ');
  for (const { safari, chrome, firefox } of Object.values(BROWSER_FLOORS))
    expect(text).toContain(`Safari ${safari}, Chrome ${chrome}, Firefox ${firefox}`);
});
