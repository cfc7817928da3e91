import type { Endpoint } from '#core/api/endpoint.ts';
import { proofing } from '#core/api/proofing.ts';
import { type Answer, type ApiStack, pairOf } from './api.ts';
import { insertRow, newId, type Row } from './rows.ts';
import { publishedGallery, readyPhoto, type Studio } from './studio.ts';

/** A gallery with photos to choose from. */
export interface ChoosingGallery {
  galleryId: string;
  photos: readonly { id: string; fileId: string }[];
}

/** Inserts a published gallery in which guests may choose and comment, with photos. */
export async function choosingGallery(
  api: ApiStack,
  studio: Studio,
  values: Row = {},
  photoCount = 4,
): Promise<ChoosingGallery> {
  const galleryId = await publishedGallery(api, studio, { guest_favourites: true, guest_comments: true, ...values });
  const photos = [];
  for (let i = 0; i < photoCount; i++) photos.push(await readyPhoto(api, studio, galleryId));
  return { galleryId, photos };
}

/** Inserts a selection of the studio and returns its id. */
export async function insertSelection(
  { db }: ApiStack,
  { id: accountId }: Studio,
  galleryId: string,
  { extraPrice, people, ...values }: Row & { extraPrice?: number; people?: readonly string[] } = {},
): Promise<string> {
  const id = newId();
  const row = { id, account_id: accountId, gallery_id: galleryId, kind: 'selection', name: 'Album' };
  await insertRow(db.pool, 'pick_lists', { ...row, for_everyone: people === undefined, ...values });
  if (extraPrice !== undefined)
    await insertRow(db.pool, 'pick_list_prices', { list_id: id, account_id: accountId, extra_price: extraPrice });
  for (const personId of people ?? []) {
    const person = { list_id: id, person_id: personId, account_id: accountId, gallery_id: galleryId };
    await insertRow(db.pool, 'list_people', person);
  }
  return id;
}

interface Sent {
  headers?: Record<string, string>;
  params?: Record<string, string>;
  body?: unknown;
}

/** A browser that chooses in one gallery; it keeps its visitor session. */
export class ChoosingBrowser {
  cookies: string[];
  readonly #api: ApiStack;
  readonly #galleryId: string;

  constructor(api: ApiStack, galleryId: string, cookies: readonly string[] = []) {
    this.#api = api;
    this.#galleryId = galleryId;
    this.cookies = [...cookies];
  }

  async call(endpoint: Endpoint, { params = {}, body, headers }: Sent = {}): Promise<Answer> {
    const values: Record<string, string> = { galleryId: this.#galleryId, ...params };
    const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
    const answer = await this.#api.call(endpoint.method, path, {
      channel: 'public',
      cookies: this.cookies,
      ...(body === undefined ? {} : { body }),
      ...(headers && { headers }),
    });
    const visitor = answer.cookies.get('__Host-visitor_session');
    if (visitor) this.cookies = [pairOf(visitor)];
    return answer;
  }

  pick(
    photoId: string,
    { listId = 'favourites', ...value }: { listId?: string; state?: string; rating?: number } = {},
  ) {
    return this.call(proofing.pick, { params: { listId, photoId }, body: { state: 'pick', ...value } });
  }

  unpick(photoId: string, listId = 'favourites') {
    return this.call(proofing.unpick, { params: { listId, photoId } });
  }

  submit(listId: string, version: number, note = '') {
    return this.call(proofing.submit, { params: { listId }, body: { version, note } });
  }

  comment(photo: { id: string; fileId: string }, values: object = {}, commentId = newId()) {
    const body = { photoId: photo.id, fileId: photo.fileId, body: 'Brighter, please', ...values };
    return this.call(proofing.saveComment, { params: { commentId }, body });
  }

  async view() {
    return (await this.call(proofing.view)).read(proofing.view);
  }
}
