import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { Metafile } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { ScratchFile } from '#functions/images/decoder/scratch-file.ts';
import { type EnvName, readEnv } from '#functions/platform/env.ts';
import { bundleModule } from '#ops/bundle/code.ts';
import { BUILD_DIR, functionNamed, FUNCTIONS } from '#ops/bundle/functions.ts';
import { packFunction } from '#ops/bundle/pack.ts';
import { readFontFile } from '../support/fonts.ts';
import { heic } from '../support/heic.ts';
import { packagesIn } from '../support/bundled-packages.ts';
import { filesIn } from '#ops/bundle/pack.ts';
import { serializeContract } from '#core/domain/contracts/contract-text.ts';
import { catalogueHeading, FONT_CATALOGUE } from '#core/domain/branding/font-faces.ts';
import { FUNCTION_ENV } from '../support/function-env.ts';
import { PLANTED } from './prepare.ts';

/* Tests the output of `npm run bundle`, which fails itself if a function exceeds its size limit. */

/** The `pg` driver and its dependencies. */
const POSTGRES = `pg pg-cloudflare pg-connection-string pg-int8 pg-pool pg-protocol pg-types pgpass
  postgres-array postgres-bytea postgres-date postgres-interval split2 xtend`.split(/\s+/);
const JOB = ['aws4fetch', 'jose', 'zod', ...POSTGRES];
const API = [...JOB, 'cookie'];
/** The S3 client, loaded by the first use of the storage. */
const S3 = `@aws-sdk/client-s3 @aws-sdk/s3-request-presigner @aws-sdk/checksums @aws-sdk/core @aws-sdk/middleware-sdk-s3
  @aws-sdk/credential-provider-env @aws-sdk/credential-provider-node @aws-sdk/signature-v4-multi-region
  @aws-sdk/xml-builder @aws/lambda-invoke-store @smithy/core @smithy/node-http-handler @smithy/signature-v4
  @smithy/types`.split(/\s+/);
const TIME_ZONES = ['temporal-polyfill', 'temporal-utils'];
/** Zero's mutators on a transaction of ours. */
const MUTATORS = `@rocicorp/zero @rocicorp/resolver @badrap/valita compare-utf8 js-xxhash
  @databases/escape-identifier @databases/sql @databases/validate-unicode json-custom-numbers`.split(/\s+/);
const ZERO = [...MUTATORS, '@rocicorp/logger'];

/** Zero in a window: the canary's. */
const ZERO_CLIENT = `@rocicorp/zero @rocicorp/resolver @rocicorp/lock @rocicorp/logger @badrap/valita compare-utf8
  js-xxhash`.split(/\s+/);

/** Packages loaded at a cold start; each needs a reason to be listed. */
const LOADED: Record<string, string[]> = {
  accounts: [...API, ...TIME_ZONES, 'css-tree', 'source-map-js'],
  archives: [...API, 'fflate'],
  booking: [...API, ...TIME_ZONES],
  calendar: API,
  contracts: [...API, ...TIME_ZONES],
  fonts: API,
  galleries: API,
  images: API,
  insights: [...API, ...TIME_ZONES],
  integrations: [...API, ...MUTATORS, ...TIME_ZONES],
  invites: API,
  logos: API,
  me: [...API, ...TIME_ZONES],
  live: API,
  members: API,
  payments: [...API, ...TIME_ZONES],
  plan: API,
  portal: [...API, ...TIME_ZONES],
  proofing: API,
  proposals: [...API, ...TIME_ZONES],
  'public-pages': API,
  stripe: [...API, ...TIME_ZONES],
  uploads: API,
  watermarks: API,
  zero: [...API, ...ZERO, ...TIME_ZONES],
  unmatched: [...API, ...TIME_ZONES],
  page: [...API, ...TIME_ZONES],
  transform: ['aws4fetch'],
  ingest: ['aws4fetch', 'zod', ...POSTGRES],
  outbox: [...JOB, ...TIME_ZONES, 'nodemailer'],
  'archive-packer': [...JOB, 'fflate'],
  'mail-events': JOB,
  'og-sweep': JOB,
  reminders: [...JOB, ...TIME_ZONES],
  trash: JOB,
  'uploads-sweep': JOB,
  usage: JOB,
  vitals: [...JOB, ...TIME_ZONES, ...ZERO_CLIENT],
};

/** Zero's schema, for the list of synced tables, and the ZIP; loaded for the first export of an account. */
const EXPORTING = ['@badrap/valita', '@rocicorp/zero', 'compare-utf8', 'fflate', 'js-xxhash'];

/** Functions that use the storage. */
const STORING =
  'accounts archives contracts fonts logos payments portal public-pages uploads watermarks outbox archive-packer uploads-sweep'.split(
    ' ',
  );

/** Functions that call Stripe, whose client the first call loads. */
const PAYING = ['booking', 'plan', 'proposals', 'stripe', 'outbox'];

/** Sentry and its dependencies. */
const REPORTING =
  /^(@sentry\/.+|@opentelemetry\/.+|import-in-the-middle|require-in-the-middle|module-details-from-path|debug|ms|has-flag|supports-color)$/;

/** Draws text as outlines; loaded for the first Open Graph image. */
const OUTLINES = `@swc/helpers base64-js brotli clone dfa fast-deep-equal fontkit restructure tiny-inflate
  unicode-properties unicode-trie`.split(/\s+/);

/** Writes PDF; loaded for the first receipt or contract. */
const PRINTING = [...OUTLINES, '@noble/ciphers', '@noble/hashes', 'linebreak', 'pdfkit', 'png-js'].toSorted();

const folderOf = (name: string) => join(BUILD_DIR, 'functions', name);
const mapsOf = (name: string) => join(BUILD_DIR, 'maps', name);
const contentsOf = async (name: string) =>
  JSON.parse(await readFile(join(mapsOf(name), 'contents.json'), 'utf8')) as Metafile;

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'albumen-bundles-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Ran {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs `code` in a new Node process in a function's folder (or a copy), with these environment variables only. */
function run(cwd: string, code: string, env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', code], { cwd, env }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, stdout: stdout.trim(), stderr });
    });
  });
}

/** Calls a function with an event of no trigger, and prints its response last. */
const STUMBLE = `const { handler } = await import('./index.mjs');
  console.log(JSON.stringify(await handler({ requestContext: { requestId: 'req-1', routeKey: '$default' } })));`;

/** Starts a function without variables, with all, and with those that it lists. */
const STARTS = `const all = ${JSON.stringify(FUNCTION_ENV)};
  const { message } = await import('./index.mjs?none').catch((error) => error);
  Object.assign(process.env, all);
  const { env } = await import('./index.mjs?all');
  for (const name of Object.keys(all)) if (!env.includes(name)) delete process.env[name];
  const { handler } = await import('./index.mjs?listed');
  console.log(JSON.stringify({ handler: typeof handler, env, message }));`;

/** Packages of the catalogue's heading fonts, which receipts and contracts print. */
const HEADING_FONTS = [
  ...new Set(FONT_CATALOGUE.map((font) => catalogueHeading(font).file.source.split('/').slice(1, 3).join('/'))),
];

describe('the functions', () => {
  it('are those of the contract: one for each group, and those with triggers of their own', () => {
    const groups = Object.keys(endpoints).map((group) =>
      group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    );
    const others = [
      'unmatched',
      'page',
      'transform',
      'ingest',
      'outbox',
      'archive-packer',
      'mail-events',
      'og-sweep',
      'reminders',
      'trash',
      'uploads-sweep',
      'usage',
      'vitals',
    ];
    expect(FUNCTIONS.map(({ name }) => name).toSorted()).toEqual([...groups, ...others].toSorted());
    expect(() => functionNamed('nobody')).toThrow('No function "nobody"');
  });
});

describe.each(FUNCTIONS)(
  '$name',
  ({ name, worker, isDecoding, isReadingFonts, isDrawing, isPrinting, hasTemplates }) => {
    it('contains its runtime files and nothing else', async () => {
      const files = [...(await filesIn(folderOf(name))).keys()];
      const own = files.filter((path) => !path.startsWith('node_modules/') && !/^chunks\/[\w.-]+\.mjs$/.test(path));
      const expected = ['index.mjs', ...(worker ? ['worker.mjs'] : [])];
      if (hasTemplates)
        expected.push(
          ...['app.html', 'index.html', 'page-markup.mjs', 'sign-in.html', 'site.html'].map(
            (file) => `templates/${file}`,
          ),
        );
      // The CA certificates for the database connection.
      if (LOADED[name]!.includes('pg')) expected.unshift('database-ca.pem');
      expect(own.toSorted()).toEqual(expected.toSorted());
      const installed = new Set(files.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
      const sharp = [
        '@img/colour',
        '@img/sharp-libvips-linux-x64',
        '@img/sharp-linux-x64',
        'detect-libc',
        'semver',
        'sharp',
      ];
      const font = isDrawing || isPrinting ? ['@expo-google-fonts/inter'] : [];
      const heif = isDecoding ? ['libheif-js'] : [];
      const headings = isPrinting ? HEADING_FONTS : [];
      const readers = isReadingFonts || isPrinting ? ['harfbuzzjs', 'wawoff2'] : [];
      const images = isDecoding || isDrawing ? sharp : [];
      expect([...installed].toSorted()).toEqual([...font, ...headings, ...heif, ...readers, ...images].toSorted());
      expect(files.filter((path) => /\.(?:map|d\.[cm]?ts)$|musl/.test(path))).toEqual([]);
      const wasm = [
        ...(isDecoding ? ['libheif-js/libheif-wasm/libheif.wasm'] : []),
        ...(isReadingFonts || isPrinting ? ['harfbuzzjs/dist/harfbuzz-subset.wasm'] : []),
        ...(isReadingFonts ? ['harfbuzzjs/dist/harfbuzz.wasm'] : []),
      ];
      expect(files.filter((path) => path.endsWith('.wasm')).toSorted()).toEqual(
        wasm.map((path) => `node_modules/${path}`),
      );
      const entries = await readdir(folderOf(name), { recursive: true, withFileTypes: true });
      expect(entries.filter((entry) => entry.isSymbolicLink()).map((entry) => entry.name)).toEqual([]);
    });

    it('contains no path or tool of its build', async () => {
      const files = await filesIn(folderOf(name));
      for (const [path, bytes] of files) {
        if (path.startsWith('node_modules/')) continue;
        const code = Buffer.from(bytes).toString('utf8');
        for (const secret of [PLANTED, process.cwd(), 'sourceMappingURL=']) {
          expect([path, secret, code.includes(secret)]).toEqual([path, secret, false]);
        }
      }
      const maps = await readdir(mapsOf(name), { recursive: true });
      expect(maps).toContain('index.mjs.map');
    });

    it('loads the listed packages, and the S3 client and Sentry only on request', async () => {
      const { atOnce, later } = packagesIn(await contentsOf(name), 'index.mjs');
      expect([...atOnce].toSorted()).toEqual(LOADED[name]!.toSorted());
      const others = [...later].filter((one) => !REPORTING.test(one));
      const expected = new Set([
        ...(STORING.includes(name) ? S3 : []),
        ...(isPrinting ? PRINTING : []),
        ...(isDrawing ? OUTLINES : []),
        ...(name === 'outbox' ? EXPORTING : []),
        ...(PAYING.includes(name) ? ['stripe'] : []),
      ]);
      expect(others.toSorted()).toEqual([...expected].toSorted());
      expect(later).toContain('@sentry/aws-serverless');
    });

    it('starts with the listed environment variables, and fails without them', async () => {
      // One process: each query of the address is another instance of the function.
      const tried = await run(folderOf(name), STARTS);
      expect(tried).toMatchObject({ status: 0, stderr: '' });
      const { handler, env, message } = JSON.parse(tried.stdout) as {
        handler: string;
        env: EnvName[];
        message: string;
      };
      expect(handler).toBe('function');
      expect(new Set(env).size).toBe(env.length);
      expect(message).toMatch(/^Environment: missing or malformed \w/);
      expect(() => readEnv(env, {})).toThrow(message);
    });
  },
);

describe('a bundle', () => {
  it('is identical, byte for byte, from the same sources', async () => {
    const packed = await filesIn(folderOf('zero'));
    const { files } = await bundleModule(functionNamed('zero').entry, 'index');
    expect([...packed.keys()].filter((path) => path.endsWith('.mjs'))).toEqual([...files.keys()].toSorted());
    for (const [path, bytes] of files) expect(Buffer.compare(bytes, packed.get(path)!)).toBe(0);
  });

  it('of the page needs its documents', async () => {
    const folder = await temporary();
    const packing = packFunction(functionNamed('page'), { buildDir: folder, webDir: join(folder, 'no') });
    await expect(packing).rejects.toThrow('page: the built index.html is not there: run "npm run build" first');
  });

  it('of fonts reads a font from its folder alone', async () => {
    const worker = spawn(process.execPath, [join(folderOf('fonts'), 'worker.mjs')], { env: {}, cwd: '/' });
    worker.stdin.end(readFontFile());
    const output = await buffer(worker.stdout);
    const end = output.indexOf('\n');
    expect(JSON.parse(output.toString('utf8', 0, end))).toMatchObject({ ok: true, facts: { family: 'Inter' } });
    expect(output.toString('latin1', end + 1, end + 5)).toBe('wOF2');
  });

  it.each(['transform', 'ingest', 'logos'])(
    'of %s loads its decoder, sharp and libheif from its folder',
    async (name) => {
      const index = Object.entries((await contentsOf(name)).outputs).find(([path]) => path.endsWith('/index.mjs'));
      // The worker pool looks for its file next to its own.
      expect(index?.[1].inputs).toHaveProperty(['functions/images/decoder/decoder.ts']);
      let worker!: ChildProcess;
      const scratch = new ScratchFile((descriptor) => {
        const stdio = [0, 1, 2, 'ipc', descriptor] as const;
        worker = fork(join(folderOf(name), 'worker.mjs'), { env: {}, execArgv: [], stdio: [...stdio] });
      });
      onTestFinished(() => scratch.close());
      const ask = async (file: Buffer, order: object) => {
        scratch.clear();
        await scratch.append({ size: file.length, body: Readable.from([file]) });
        worker.send({ ...order, size: file.length, focal: null });
        const [reply] = (await once(worker, 'message')) as [unknown];
        return reply;
      };
      const truncated = await ask(Buffer.from('x'), { kind: 'rendition', type: 'jpeg', params: {} });
      expect(truncated).toMatchObject({ ok: false, code: 'truncated' });
      const photo = heic({ columns: 2, rows: 1, colour: () => [90, 120, 140] });
      const read = await ask(photo, { kind: 'set', declared: '', timeZone: 'UTC' });
      expect(read).toMatchObject({ ok: true, facts: { type: 'heic', width: 64, height: 32 } });
      worker.disconnect();
      expect(await once(worker, 'exit')).toEqual([0, null]);
    },
  );
});

it('draws an Open Graph image from its folder alone', async () => {
  const chunks = await readdir(join(folderOf('outbox'), 'chunks'));
  const chunk = chunks.find((name) => name.startsWith('og-image-drawing-'));
  const code = `import sharp from 'sharp';
    const { drawOgImage } = await import('./chunks/${chunk}');
    const cover = await sharp({ create: { width: 1920, height: 1280, channels: 3, background: '#808080' } }).jpeg().toBuffer();
    const names = { focal: null, title: 'Núria & Pau', studio: 'Llum & Mar' };
    const [named, blank] = [await drawOgImage(cover, names), await drawOgImage(cover, { ...names, title: '', studio: '' })];
    const { width, height } = await sharp(named).metadata();
    console.log(JSON.stringify([width, height, Buffer.compare(named, blank) === 0]));`;
  const drawn = await run(folderOf('outbox'), code);
  expect(drawn).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(drawn.stdout)).toEqual([1200, 630, false]);
});

it('prints a contract from its folder alone', async () => {
  const chunks = await readdir(join(folderOf('contracts'), 'chunks'));
  const chunk = chunks.find((name) => name.startsWith('pdf-'));
  const signedText = serializeContract({
    title: 'Fotografia de boda',
    language: 'ca',
    blocks: [{ kind: 'paragraph', text: 'Núria i l’estudi acorden…' }],
  });
  const contract = {
    id: 'contract-1',
    title: 'Fotografia de boda',
    language: 'ca',
    timeZone: 'Europe/Madrid',
    studio: 'Llum & Mar',
    signedText,
    signedAt: 1_700_000_000_000,
    signerName: 'Núria',
    signers: [],
    countersignedAt: null,
  };
  const code = `const { renderContract } = await import('./chunks/${chunk}');
    const pdf = Buffer.from(await renderContract(${JSON.stringify(contract)}));
    console.log(pdf.toString('latin1', 0, 8), pdf.includes('Inter-SemiBold'));`;
  expect(await run(folderOf('contracts'), code)).toEqual({ status: 0, stdout: '%PDF-1.7 true', stderr: '' });
});

describe('Sentry’s chunk', () => {
  const failed = { statusCode: 500, body: expect.stringContaining('"internal"') };

  async function withoutChunk(): Promise<string> {
    const copy = await temporary();
    await cp(folderOf('unmatched'), copy, { recursive: true });
    const chunks = (await readdir(join(copy, 'chunks'))).filter((name) => name.startsWith('sentry-'));
    expect(chunks).toHaveLength(1);
    await rm(join(copy, 'chunks', chunks[0]!));
    return copy;
  }

  it('is not loaded without a DSN; a failed load changes no response', async () => {
    const copy = await withoutChunk();
    const silent = await run(copy, STUMBLE, FUNCTION_ENV);
    expect(JSON.parse(silent.stdout)).toMatchObject(failed);
    expect(silent.stderr).not.toContain('report_failed');
    const asked = await run(copy, STUMBLE, { ...FUNCTION_ENV, SENTRY_DSN: 'https://key@127.0.0.1:1/1' });
    expect(JSON.parse(asked.stdout)).toMatchObject(failed);
    expect(asked.stderr).toContain('report_failed');
  });

  it('reports an error with the bundle position that the source maps know', async () => {
    const envelopes: string[] = [];
    const host = createServer((request, response) => {
      void text(request).then((body) => {
        envelopes.push(body);
        response.end('{}');
      });
    });
    await once(host.listen(0, '127.0.0.1'), 'listening');
    const SENTRY_DSN = `http://key@127.0.0.1:${(host.address() as AddressInfo).port}/1`;
    const told = await run(folderOf('unmatched'), STUMBLE, { ...FUNCTION_ENV, SENTRY_DSN, RELEASE: 'c0ffee' });
    host.close();
    expect(JSON.parse(told.stdout)).toMatchObject(failed);
    expect(envelopes).toHaveLength(1);
    const event = JSON.parse(envelopes[0]!.split('\n')[2]!);
    expect(event).toMatchObject({ release: 'c0ffee', tags: { request_id: 'req-1' } });
    const [{ type, stacktrace }] = event.exception.values;
    expect([type, stacktrace.frames.at(-1).filename]).toEqual(['TypeError', 'app:///index.mjs']);
    for (const value of Object.values(FUNCTION_ENV)) expect(envelopes[0]).not.toContain(value);
  });
});
