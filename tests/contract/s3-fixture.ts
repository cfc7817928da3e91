import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { AwsV4Signer } from 'aws4fetch';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { type S3Options, startS3 } from '#local/s3/server.ts';

export const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret/with+signs' };
export const region = 'eu-south-2';
export const bucket = 'originals';
export const origin = 'http://localhost:4300';

async function makeTemporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 's3-test-'));
}

/** Creates a directory for the running test. */
export async function makeDirectory(): Promise<string> {
  const directory = await makeTemporaryDirectory();
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export interface Fixture {
  readonly dir: string;
  readonly port: number;
  readonly url: string;
  readonly client: S3Client;
  readonly close: () => Promise<void>;
  /** Closes the server and removes the directory. */
  readonly remove: () => Promise<void>;
}

export function makeClient(port: number, config: S3ClientConfig = {}): S3Client {
  return new S3Client({
    endpoint: `http://localhost:${port}`,
    region,
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    ...config,
  });
}

/** Starts a server for a whole file: `beforeAll(async () => { s3 = await startFixture(); return s3.remove; })`. */
export async function startFixture(options: Partial<S3Options> = {}): Promise<Fixture> {
  const dir = options.dir ?? (await makeTemporaryDirectory());
  const server = await startS3({
    dir,
    port: 0,
    credentials: [credentials],
    region,
    buckets: [bucket],
    corsOrigins: [origin],
    ...options,
  });
  const client = makeClient(server.port);
  let closed: Promise<void> | undefined;
  const close = () => {
    client.destroy();
    return (closed ??= server.close());
  };
  const remove = async () => {
    await close();
    await rm(dir, { recursive: true, force: true });
  };
  return { dir, port: server.port, url: `http://localhost:${server.port}`, client, close, remove };
}

/** Starts a server for the running test. */
export async function startOwnFixture(options: Partial<S3Options> = {}): Promise<Fixture> {
  const fixture = await startFixture(options);
  onTestFinished(fixture.remove);
  return fixture;
}

export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  /** The `<Code>` of an error document. */
  readonly code: string | undefined;
}

const agent = new Agent({ keepAlive: false });

/** Sends the exact request: no normalised path, no added header except Host and Connection. */
export async function send({ method, url, headers = {}, body }: RawRequest): Promise<RawResponse> {
  const [, port, path] = /^http:\/\/[^/]*:(\d+)(\/.*)$/.exec(url) ?? [];
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const hasHost = Object.keys(headers).some((name) => name.toLowerCase() === 'host');
  const request = httpRequest(
    {
      agent,
      method,
      host: '127.0.0.1',
      port,
      path,
      setHost: false,
      headers: { ...(hasHost ? {} : { host: `localhost:${port}` }), ...headers },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const content = Buffer.concat(chunks);
        const text = content.toString();
        const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1];
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content, text, code });
      });
    },
  );
  request.on('error', reject);
  request.end(body);
  return promise;
}

export interface SigningOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  readonly secretAccessKey?: string;
  readonly accessKeyId?: string;
  readonly region?: string;
  /** `20261121T101500Z`; now by default. */
  readonly datetime?: string;
  /** Validity of a presigned URL, seconds; by default the header is signed. */
  readonly expires?: number;
}

/** Signs with aws4fetch, every given header included, so that a test can alter the result before sending it. */
export async function sign(
  url: string,
  options: SigningOptions = {},
): Promise<RawRequest & { headers: Record<string, string> }> {
  const { method = 'GET', headers = {}, body, expires, datetime } = options;
  const target = new URL(url);
  if (expires !== undefined) target.searchParams.set('X-Amz-Expires', String(expires));
  const signer = new AwsV4Signer({
    method,
    url: target.href,
    headers: { ...headers },
    accessKeyId: options.accessKeyId ?? credentials.accessKeyId,
    secretAccessKey: options.secretAccessKey ?? credentials.secretAccessKey,
    region: options.region ?? region,
    service: 's3',
    signQuery: expires !== undefined,
    allHeaders: true,
    ...(datetime && { datetime }),
  });
  const signed = await signer.sign();
  const sent: Record<string, string> = {};
  signed.headers.forEach((value, name) => (sent[name] = value));
  if (body !== undefined && sent['content-length'] === undefined && sent['transfer-encoding'] === undefined) {
    sent['content-length'] = String(Buffer.byteLength(body));
  }
  return { method, url: signed.url.href, headers: sent, ...(body !== undefined && { body }) };
}

export async function sendSigned(url: string, options: SigningOptions = {}): Promise<RawResponse> {
  return send(await sign(url, options));
}

export interface S3Process {
  readonly port: number;
  readonly client: S3Client;
  /** Peak resident memory, MiB. */
  readonly peakMemory: () => Promise<number>;
  /**
   * Ends the process and waits.
   * @returns its exit code, or `null` after a signal
   */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const tellPeakMemory = 'process.on("message", () => process.send(process.resourceUsage().maxRSS / 1024))';

/** Starts the server as its own process, as in development. */
export async function spawnS3(dir: string, environment: Record<string, string> = {}): Promise<S3Process> {
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(tellPeakMemory)}`];
  const child = spawn(process.execPath, [...preload, join(import.meta.dirname, '../../local/s3/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      S3_PORT: '0',
      S3_DIR: dir,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      S3_REGION: region,
      S3_BUCKETS: bucket,
      S3_CORS_ORIGINS: origin,
      ...environment,
    },
  });
  const exited = once(child, 'exit');
  const peakMemory = async () => {
    const answer = once(child, 'message');
    child.send('peak memory?');
    return Number((await answer)[0]);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    return child.exitCode;
  };
  onTestFinished(async () => {
    await end('SIGKILL');
  });
  for await (const line of createInterface({ input: child.stdout as Readable })) {
    const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port) return { port: Number(port), client: makeClient(Number(port)), peakMemory, end };
  }
  throw new Error('The server ended before it listened.');
}

/** Error code of a refused SDK call. */
export async function refusal(call: Promise<unknown>): Promise<{ code: string; status: number | undefined }> {
  try {
    await call;
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    return { code: name, status: $metadata?.httpStatusCode };
  }
  throw new Error('The call was not refused.');
}
