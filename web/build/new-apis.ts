import { readFileSync } from 'node:fs';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data/types';
import { parseAst } from 'vite';
import type { BrowserFloor } from '../../core/domain/values/browser-floors.ts';
import { at } from './paths.ts';

/** APIs and syntax that a floor lacks, by the form in which code uses them. */
interface NewApis {
  /** `PerformanceEventTiming` */
  globals: ReadonlySet<string>;
  /** `Map.groupBy` */
  statics: ReadonlySet<string>;
  /** `toSpliced` → `Array.toSpliced`: methods whose name no older type has. */
  methods: ReadonlyMap<string, string>;
  /** Methods of iterators, most of which arrays have too: `map` → `Iterator.map`. */
  iterators: ReadonlyMap<string, string>;
  /** Kinds of syntax, see `SYNTAX`. */
  syntax: ReadonlySet<string>;
}

const DATA = at('node_modules/@mdn/browser-compat-data/data.json');
let loaded: CompatData | null = null;

/** Mozilla's data of browsers: the versions of the declared floors are its versions. */
export function compatData(): CompatData {
  return (loaded ??= JSON.parse(readFileSync(DATA, 'utf8')) as CompatData);
}

const ENGINES = ['safari', 'chrome', 'firefox'] as const;

const release = (version: string) => {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number);
  return major * 1000 + minor;
};

/** Returns the first version of an engine with the feature, without flag, prefix or other name; null without one. */
export function firstVersion({ support }: CompatStatement, engine: (typeof ENGINES)[number]): string | null {
  const versions = [support[engine] ?? []]
    .flat()
    .filter((one) => !one.flags && !one.prefix && !one.alternative_name)
    .filter((one) => !one.version_removed || one.partial_implementation)
    .flatMap(({ version_added: added }) => (typeof added === 'string' && added !== 'preview' ? [added] : []));
  return versions.toSorted((one, other) => release(one) - release(other))[0] ?? null;
}

const lacks = (floor: BrowserFloor, feature: CompatStatement) =>
  ENGINES.some((engine) => {
    const version = firstVersion(feature, engine);
    return version === null || release(version) > release(floor[engine]);
  });

/** Parts of the syntax that `build.target` cannot lower or that packages bring, with their path in the data. */
const SYNTAX: Readonly<Record<string, (data: CompatData['javascript']) => Identifier | undefined>> = {
  'static {}': ({ classes }) => classes?.['static']?.['initialization_blocks'],
  '#x in y': ({ classes }) => classes?.['private_class_fields_in'],
  'top-level await': ({ operators }) => operators?.['await']?.['top_level'],
  using: ({ statements }) => statements?.['using'],
  'await using': ({ statements }) => statements?.['await_using'],
  'import attributes': ({ statements }) => statements?.['import']?.['import_attributes'],
  '/x/v': ({ builtins }) => builtins?.['RegExp']?.['unicodeSets'],
  '(?<=x)': (data) => data['regular_expressions']?.['lookbehind_assertion'],
  '(?i:x)': (data) => data['regular_expressions']?.['modifier'],
};

/** Returns what a floor lacks, as MDN's data say. */
export function apisAbove(floor: BrowserFloor): NewApis {
  const { api, javascript } = compatData();
  const globals = new Set<string>();
  const statics = new Set<string>();
  const iterators = new Map<string, string>();
  const newMethods = new Map<string, string>();
  const known = new Set<string>();
  for (const [name, type] of [...Object.entries(javascript['builtins'] ?? {}), ...Object.entries(api)]) {
    const { __compat: own, ...members } = type as Identifier;
    const isNew = own !== undefined && lacks(floor, own);
    if (isNew) globals.add(name);
    for (const [key, { __compat: feature }] of Object.entries(members as Record<string, Identifier>)) {
      if (!feature || key === name || key.startsWith('@@') || key.endsWith('_event')) continue;
      const member = key.replace(/_static$/, '');
      const missing = lacks(floor, feature);
      if (isStatic(name, key, type as Identifier)) {
        if (missing) statics.add(`${name}.${member}`);
      } else if (!missing) known.add(member);
      else if (name === 'Iterator') iterators.set(member, `Iterator.${member}`);
      // Of a newer type the code needs the type first; an API of one engine is none that code relies on.
      else if (!isNew && ENGINES.every((engine) => firstVersion(feature, engine) !== null))
        newMethods.set(member, `${name}.${member}`);
    }
  }
  const syntax = Object.entries(SYNTAX).flatMap(([kind, find]) => {
    const feature = find(javascript)?.__compat;
    if (!feature) throw new Error(`The browsers' data have no ${kind}`);
    return lacks(floor, feature) ? [kind] : [];
  });
  const methods = new Map([...newMethods].filter(([member]) => !known.has(member)));
  return { globals, statics, methods, iterators, syntax: new Set(syntax) };
}

/** Objects of the language whose members are all static. */
const NAMESPACES: ReadonlySet<string> = new Set(['Atomics', 'Intl', 'JSON', 'Math', 'Reflect', 'Symbol']);

/** The data mark static members of the web's interfaces; those of the language have a specification's anchor. */
function isStatic(name: string, key: string, type: Identifier): boolean {
  if (key.endsWith('_static') || NAMESPACES.has(name)) return true;
  const anchors = [type[key]?.__compat?.spec_url ?? []].flat();
  return anchors.some((url) => url.toLowerCase().includes(`#sec-${name.toLowerCase()}.${key.toLowerCase()}`));
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Calls whose result is an iterator. */
const ITERATOR_SOURCES: ReadonlySet<unknown> = new Set(['values', 'keys', 'entries', 'matchAll']);

const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? node['name'] : undefined);

/** Returns the name that a member expression `….name` ends in. */
const memberOf = (node: unknown) =>
  isNode(node) && node.type === 'MemberExpression' && node['computed'] === false ? nameOf(node['property']) : undefined;

/** Returns the new APIs and syntax that a module uses. Calls with `?.()` detect the method themselves. */
export function findNewApis(code: string, apis: NewApis): Set<string> {
  const found = new Set<string>();
  const identifiers = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: Node, parent: Node | null, inFunction: boolean) => {
    for (const kind of syntaxOf(node, inFunction)) if (apis.syntax.has(kind)) found.add(kind);
    if (node.type === 'MemberExpression') {
      const member = memberOf(node);
      const owner = nameOf(node['object']) ?? memberOf(node['object']);
      if (typeof member === 'string') {
        if (typeof owner === 'string' && apis.statics.has(`${owner}.${member}`)) found.add(`${owner}.${member}`);
        const isCall = parent?.type === 'CallExpression' && parent['callee'] === node && parent['optional'] !== true;
        const method = isCall && (apis.methods.get(member) ?? iteratorMethod(node, member, apis));
        if (method) found.add(method);
      }
    }
    if (node.type === 'Identifier' && !isKey(node, parent)) {
      const name = String(node['name']);
      (isDeclaration(node, parent) ? declared : identifiers).add(name);
    }
    const inner = inFunction || /Function|StaticBlock|MethodDefinition/.test(node.type);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, inner);
  };
  visit(parseAst(code) as unknown as Node, null, false);
  for (const name of identifiers) if (apis.globals.has(name) && !declared.has(name)) found.add(name);
  return found;
}

function iteratorMethod(member: Node, name: string, { iterators }: NewApis): string | undefined {
  const source = member['object'];
  if (!isNode(source) || source.type !== 'CallExpression') return undefined;
  const call = memberOf(source['callee']);
  // `Object.values(record)` is an array.
  const isIterator = call === 'matchAll' || (source['arguments'] as unknown[]).length === 0;
  return isIterator && ITERATOR_SOURCES.has(call) ? iterators.get(name) : undefined;
}

function syntaxOf(node: Node, inFunction: boolean): string[] {
  switch (node.type) {
    case 'StaticBlock':
      return ['static {}'];
    case 'BinaryExpression':
      return isNode(node['left']) && node['left'].type === 'PrivateIdentifier' ? ['#x in y'] : [];
    case 'AwaitExpression':
      return inFunction ? [] : ['top-level await'];
    case 'VariableDeclaration':
      return [String(node['kind'])];
    case 'ImportDeclaration':
      return (node['attributes'] as unknown[] | undefined)?.length ? ['import attributes'] : [];
    case 'Literal':
      return isNode(node) && node['regex'] ? regexSyntax(node['regex'] as { pattern: string; flags: string }) : [];
    default:
      return [];
  }
}

function regexSyntax({ pattern, flags }: { pattern: string; flags: string }): string[] {
  return [
    ...(flags.includes('v') ? ['/x/v'] : []),
    ...(/\(\?<[=!]/.test(pattern) ? ['(?<=x)'] : []),
    ...(/\(\?[ims]*-?[ims]+:/.test(pattern) ? ['(?i:x)'] : []),
  ];
}

/** True for a name that is no reference: of a property, method or export. */
function isKey(node: Node, parent: Node | null): boolean {
  if (!parent) return false;
  const isName = parent['property'] === node || (parent['key'] === node && parent['shorthand'] !== true);
  return (isName && parent['computed'] !== true) || parent.type.startsWith('Export') || parent['imported'] === node;
}

function isDeclaration(node: Node, parent: Node | null): boolean {
  if (!parent) return false;
  if (parent['id'] === node || parent['local'] === node) return true;
  if (parent.type === 'CatchClause' || parent.type.endsWith('Pattern') || parent.type === 'RestElement') return true;
  return Array.isArray(parent['params']) && parent['params'].includes(node);
}
