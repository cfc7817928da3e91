import { describe, expect, it } from 'vitest';
import { bundleEdgeFunction, EDGE_FUNCTIONS } from '#ops/bundle/edge.ts';
import { viewerRequest, viewerResponse } from '../support/edge-events.ts';
import { edgeScript } from '../support/edge-runtime.ts';
import { unknownToRuntime } from '../support/edge-syntax.ts';

/** Size limit of a CloudFront function's code. */
const LIMIT_BYTES = 10 * 1024;

describe.each(EDGE_FUNCTIONS)('%s', (name) => {
  it('fits CloudFront Functions: size, syntax and globals', async () => {
    const code = await bundleEdgeFunction(name);
    expect(Buffer.byteLength(code)).toBeLessThan(LIMIT_BYTES);
    expect(code).toMatch(/function handler\(event\)/);
    expect(unknownToRuntime(code)).toEqual([]);
  });
});

it('covers every deployed function', () => {
  expect(EDGE_FUNCTIONS.toSorted()).toEqual([
    'api-request',
    'image-request',
    'image-response',
    'og-request',
    'own-page-request',
    'page-request',
    'page-response',
    'public-api-request',
    'report-request',
    'zero-request',
  ]);
});

describe('the language of the runtime', () => {
  it.each([
    ['var {a} = {a: 1}', 'ObjectPattern'],
    ['var a = []; for (var x of a);', 'ForOfStatement'],
    ['class A {}', 'ClassDeclaration'],
    ['var a = []; var b = [...a]', 'SpreadElement'],
    ['function f(a = 1) {}', 'AssignmentPattern'],
    ['var f = async () => 1', 'async closure'],
    ['function f() { async function g() {} }', 'async closure'],
    ['function* f() {}', 'generator'],
    ['var a = {}; var b = a?.b', '?.'],
    ['var a = null ?? 1', '??'],
    ['var a; a ||= 1', '||='],
    ['var a = 1n', 'bigint'],
    ['var a = 1; var b = { a }', 'shorthand property'],
    ['try {} catch {}', 'catch without its error'],
    ['new URL("")', 'the name URL'],
    ['setTimeout(0)', 'the name setTimeout'],
    ['eval("1")', 'the name eval'],
    ['import fs from "fs"', 'the module fs'],
    ['export var a = 1', 'ExportNamedDeclaration'],
  ])('excludes %s', (code, problem) => {
    expect(unknownToRuntime(code)).toContain(problem);
  });

  it('is ES 5.1 plus some later features', () => {
    const code = `import crypto from 'crypto';
      async function f(a, ...rest) { const b = await a; let c = (x) => \`\${x}\`; return crypto[c(b)] || rest; }
      loop: for (var k in {}) { try { continue loop; } catch (error) { throw error; } }`;
    expect(unknownToRuntime(code)).toEqual([]);
  });
});

describe('CloudFront accepts a result', () => {
  const event = () => viewerRequest({ path: '/a?b=1', headers: { host: 'a.example', cookie: 'c=1' } });
  const run = (body: string) => edgeScript(`function handler(event){var r=event.request;${body};return r}`)(event());

  it('of a valid function', async () => {
    expect(await run('r.uri="/b";r.headers["x-new"]={value:"1"};r.querystring={};delete r.headers["accept"]')).toEqual({
      kind: 'request',
      request: {
        ...event().request,
        uri: '/b',
        querystring: {},
        headers: { host: { value: 'a.example' }, 'x-new': { value: '1' } },
      },
    });
  });

  it.each([
    ['another method', 'r.method="POST"'],
    ['a uri without its slash', 'r.uri="b"'],
    ['a field of its own', 'r.body="x"'],
    ['another host', 'r.headers.host={value:"b.example"}'],
    ['no host', 'delete r.headers.host'],
    ['a name with capitals', 'r.headers["X-New"]={value:"1"}'],
    ['a header of the connection', 'r.headers.connection={value:"close"}'],
    ['a header of CloudFront', 'r.headers["x-amz-cf-id"]={value:"1"}'],
    ['a header that is no object', 'r.headers["x-new"]="1"'],
    ['a line break in a header', 'r.headers["x-new"]={value:"1\\n2"}'],
    ['a space in the query', 'r.querystring.b={value:"1 2"}'],
    ['a very long uri', 'r.uri="/"+Array(9000).join("a")'],
    ['nothing', 'r=undefined'],
    ['a status in words', 'r={statusCode:"404"}'],
    ['a body that is no text', 'r={statusCode:404,headers:{},body:{data:"x",encoding:"utf8"}}'],
    ['a very long answer', 'r={statusCode:404,headers:{},body:Array(50000).join("a")}'],
  ])('but not %s', async (_title, body) => {
    await expect(run(body)).rejects.toThrow();
  });

  it('and keeps read-only fields of a viewer response', async () => {
    const answer = () => viewerResponse({ path: '/' }, { status: 200, headers: { via: '1.1 x' } });
    const change = (body: string) =>
      edgeScript(`function handler(event){var r=event.response;${body};return r}`)(answer());
    expect(await change('r.headers["x-new"]={value:"1"}')).toMatchObject({ kind: 'response', status: 200 });
    await expect(change('r.headers.via={value:"x"}')).rejects.toThrow('via');
  });
});

describe('CloudFront’s runtime lacks', () => {
  it.each([
    'typeof URL',
    'typeof setTimeout',
    'typeof Map',
    'typeof Proxy',
    'typeof Intl',
    'typeof structuredClone',
    'typeof process',
    'typeof WebAssembly',
    'typeof "".replaceAll',
    'typeof "".at',
    'typeof [].flat',
    'typeof Object.fromEntries',
    'typeof Promise.all',
  ])('%s', async (expression) => {
    const code = `function handler(){return {statusCode:200,headers:{},body:${expression}}}`;
    expect(await edgeScript(code)(viewerRequest({ path: '/' }))).toMatchObject({ body: 'undefined' });
  });

  it('code from text', async () => {
    const code = 'function handler(){return {statusCode:200,headers:{},body:(function(){}).constructor("return 1")()}}';
    await expect(edgeScript(code)(viewerRequest({ path: '/' }))).rejects.toThrow('Code generation');
  });
});
