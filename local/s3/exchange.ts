import type { ServerResponse } from 'node:http';
import type { Blobs } from './blobs.ts';
import type { Buckets } from './buckets.ts';
import type { Objects } from './objects.ts';
import type { SignedRequest } from './signature.ts';
import type { Uploads } from './uploads.ts';
import type { Versions } from './versions.ts';
import { type XmlElements, writeXml } from './xml.ts';

export interface Store {
  readonly buckets: Buckets;
  readonly objects: Objects;
  readonly uploads: Uploads;
  readonly versions: Versions;
  readonly blobs: Blobs;
  readonly region: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** One authorised request and its response. */
export interface Exchange {
  readonly store: Store;
  readonly request: SignedRequest;
  readonly response: ServerResponse;
  /** Sends `100 Continue`, for which a client may wait before its body. */
  readonly accept: () => void;
}

export type Operation = (exchange: Exchange) => Promise<void> | void;

type Headers = Readonly<Record<string, string | number>>;

export function answerXml(response: ServerResponse, root: string, elements: XmlElements, headers: Headers = {}): void {
  const body = writeXml(root, elements);
  const length = Buffer.byteLength(body);
  response.writeHead(200, { ...headers, 'content-type': 'application/xml', 'content-length': length }).end(body);
}

export function answerEmpty(response: ServerResponse, status: number, headers: Headers = {}): void {
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': 0 }).end();
}

export function quoteEtag(etag: string): string {
  return `"${etag}"`;
}
