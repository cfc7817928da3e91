import { createHmac } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import type { EdgeEvent } from './edge-events.ts';
import { type EdgeOutcome, type EdgeOutput, validateResult } from './edge-validation.ts';

/*
 * CloudFront's runtime `cloudfront-js-2.0` as documented ("JavaScript runtime 2.0 features"): removes globals that are
 * not on its lists, passes the event as plain data, and validates the result.
 */

const METHODS: Readonly<Record<string, string>> = {
  Object:
    'create defineProperties defineProperty freeze getOwnPropertyDescriptor getOwnPropertyNames getPrototypeOf isExtensible isFrozen isSealed keys preventExtensions seal assign is entries values setPrototypeOf',
  'Object.prototype':
    'constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toString valueOf toLocaleString __proto__',
  String: 'fromCharCode fromCodePoint',
  'String.prototype':
    'constructor length charAt charCodeAt concat indexOf lastIndexOf match replace search slice split substr substring toLowerCase trim toUpperCase toString valueOf codePointAt endsWith includes repeat startsWith padStart padEnd trimStart trimEnd',
  'Array.prototype':
    'constructor length concat every filter forEach indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice unshift toString copyWithin fill find findIndex includes',
  Array: 'isArray of',
  'Number.prototype': 'constructor toExponential toFixed toPrecision toString valueOf',
  'RegExp.prototype': 'constructor exec test toString global ignoreCase multiline source lastIndex flags',
  'Promise.prototype': 'constructor then catch finally',
  Promise: 'resolve reject',
};

const GLOBALS =
  'globalThis Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Date Promise RegExp Error EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray isFinite isNaN decodeURI decodeURIComponent encodeURI encodeURIComponent';

/** Runs in the new realm: deletes globals outside the lists. Keeps symbols, since V8's own methods use them. */
const RESTRICT = `{
  const known = globals.slice();
  for (const [path, names] of Object.entries(allowed)) {
    const target = path.split('.').reduce((from, name) => from[name], globalThis);
    const keep = names.split(' ');
    for (const name of Object.getOwnPropertyNames(target)) {
      if (!keep.includes(name) && !['prototype', 'name', 'length'].includes(name)) delete target[name];
    }
  }
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!known.includes(name)) delete globalThis[name];
  }
}`;

export interface EdgeSurroundings {
  /** A KeyValueStore; rejects a missing key, as CloudFront does. */
  store?: Readonly<Record<string, string>>;
  /** Epoch milliseconds: the clock is stopped while a function runs. */
  now?: number;
}

export type EdgeScript = (event: EdgeEvent, surroundings?: EdgeSurroundings) => Promise<EdgeOutcome>;

/** Makes a built script callable. Each call has a separate realm: no state outlives a request at the edge. */
export function edgeScript(code: string): EdgeScript {
  const script = code.replace(/import\s*(\w+)\s*from\s*["'](cloudfront|crypto)["'];?/g, 'var $1=modules.$2;');
  if (/\b(?:im|ex)port\b/.test(script)) throw new Error('the runtime knows no other modules, and no exports');
  return async (event, { store = {}, now = Date.now() } = {}) => {
    const sandbox = createContext(
      { allowed: METHODS, globals: [...GLOBALS.split(' '), 'modules', 'Buffer', 'input'] },
      VM,
    );
    runInContext(RESTRICT, sandbox);
    Object.assign(sandbox, { modules: modulesOf(store), Buffer: BUFFER, input: JSON.stringify(event) });
    runInContext(`Date.now=function(){return ${now}};"use strict";`, sandbox);
    const call = `(function(){"use strict";${script};return handler})()(JSON.parse(input))`;
    const output = (await runInContext(call, sandbox, { timeout: 1000 })) as EdgeOutput | null;
    return validateResult(event, JSON.parse(JSON.stringify(output ?? null)) as EdgeOutput | null);
  };
}

/** The part of the API that our functions use. */
const BUFFER = { from: (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding) };

/** Disables `eval` and `Function`, as the runtime does. */
const VM = { codeGeneration: { strings: false, wasm: false } };

function modulesOf(store: Readonly<Record<string, string>>) {
  const get = (key: string) =>
    Object.hasOwn(store, key) ? Promise.resolve(store[key]) : Promise.reject(new Error(`KeyNotFound: ${key}`));
  return { crypto: { createHmac }, cloudfront: { kvs: () => ({ get }) } };
}
