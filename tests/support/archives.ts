import { randomBytes } from 'node:crypto';
import type { Archive } from '#core/api/archives.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { runPacker } from '#functions/archives/packer-job.ts';
import { webKey } from '#functions/photos/web-rendition.ts';
import type { Answer, ApiStack, CallOptions } from './api.ts';
import type { Row } from './rows.ts';
import { readyPhoto, type Studio } from './studio.ts';
import { readZip, type ZipEntry } from './zip.ts';

export interface StoredPhoto {
  id: string;
  fileId: string;
  originalKey: string;
  original: Uint8Array<ArrayBuffer>;
  web: Uint8Array<ArrayBuffer>;
}

/** Inserts a ready photo and stores its original and large rendition; the bytes are noise. */
export async function storedPhoto(
  api: ApiStack,
  studio: Studio,
  galleryId: string,
  values: Row = {},
  size = 1000,
): Promise<StoredPhoto> {
  const [original, web] = [new Uint8Array(randomBytes(size)), new Uint8Array(randomBytes(300))];
  const photo = await readyPhoto(api, studio, galleryId, { size, ...values });
  const { storage } = api.services;
  await storage.put('originals', photo.originalKey, original, { contentType: 'image/jpeg' });
  await storage.put('renditions', webKey(galleryId, photo.fileId), web, { contentType: 'image/jpeg' });
  return { ...photo, original, web };
}

/** Calls an archive endpoint, as a visitor by default. */
export function callArchives(
  api: ApiStack,
  name: keyof (typeof endpoints)['archives'],
  params: Record<string, string>,
  options: CallOptions = {},
): Promise<Answer> {
  const { method, path } = endpoints.archives[name];
  const filled = path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '');
  return api.call(method, filled, { channel: name === 'part' ? null : 'public', ...options });
}

export async function createArchive(
  api: ApiStack,
  galleryId: string,
  body: object = { size: 'original' },
  options: CallOptions = {},
): Promise<Archive> {
  const answer = await callArchives(api, 'create', { galleryId }, { ...options, body });
  return answer.read(endpoints.archives.create);
}

/** Runs the job once with its full time. */
export function runArchivePacker(api: ApiStack) {
  return runPacker(api.services, api.clock.now() + 900_000);
}

/** Fetches a file of an archive as a browser does. */
export async function fetchPart(
  api: ApiStack,
  galleryId: string,
  archiveId: string,
  part: number,
  options: CallOptions = {},
): Promise<Response> {
  const params = { galleryId, archiveId, part: String(part) };
  const { status, headers, text } = await callArchives(api, 'part', params, options);
  if (status !== 302) throw new Error(`the part answered ${status}: ${text}`);
  return fetch(headers.get('location')!);
}

/** Reads the contents of an archive, file after file. */
export async function unpack(
  api: ApiStack,
  galleryId: string,
  archive: Pick<Archive, 'id' | 'parts'>,
  options: CallOptions = {},
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for (const index of archive.parts.keys()) {
    const file = await fetchPart(api, galleryId, archive.id, index, options);
    entries.push(...readZip(new Uint8Array(await file.arrayBuffer())));
  }
  return entries;
}
