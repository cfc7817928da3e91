import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import type { TestGallery } from './galleries.ts';
import type { Photographer } from './photographer.ts';
import { stack } from './stack-address.ts';
import { hashToken, makeToken } from '#functions/platform/auth/secrets.ts';

/** Invites a person without a mail. Returns their id and the token of their link. */
export async function inviteChooser(
  { account, session }: Photographer,
  gallery: Pick<TestGallery, 'id'>,
  label: string,
): Promise<{ personId: string; token: string }> {
  const [id, token] = [newId(), makeToken()];
  const parents = { account_id: account.id, author_id: session.user.id, gallery_id: gallery.id };
  const rights = { can_select: true, can_comment: true };
  const row = { id, ...parents, ...rights, label, email: `${id}@example.org`, status: 'sent' };
  await insertRow(database(), 'grants', row);
  const link = { token_hash: hashToken(token), expires_at: new Date(Date.now() + 3_600_000) };
  await insertRow(database(), 'grant_tokens', { ...link, account_id: account.id, grant_id: id });
  return { personId: id, token };
}

/** Returns the path of an invited person's link. */
export function invitePath({ account }: Photographer, gallery: Pick<TestGallery, 'id'>, token: string): string {
  return `/p/${account.slug}/invite/${gallery.id}?token=${token}`;
}

/** Inserts an open selection for everybody who is invited. Returns its id. */
export async function makeSelection(
  { account }: Photographer,
  gallery: Pick<TestGallery, 'id'>,
  values: object = {},
): Promise<string> {
  const id = newId();
  const row = { id, account_id: account.id, gallery_id: gallery.id, kind: 'selection', name: 'Album', max_count: 2 };
  await insertRow(database(), 'pick_lists', { ...row, ...values });
  return id;
}

/** A client's browser that uses the API alone; it keeps its visitor session. */
export class Chooser {
  #cookie = '';
  readonly #galleryId: string;

  constructor(galleryId: string) {
    this.#galleryId = galleryId;
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(stack().origin + path, {
      method,
      headers: {
        'x-channel': 'public',
        'content-type': 'application/json',
        connection: 'close',
        ...(this.#cookie && { cookie: this.#cookie }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const visitor = response.headers.getSetCookie().find((each) => each.includes('visitor_session='));
    if (visitor) this.#cookie = visitor.split(';', 1)[0]!;
    return response.json();
  }

  accept(token: string): Promise<unknown> {
    return this.#send('POST', '/api/auth/verify-invite', { token });
  }

  pick(photoId: string, { listId = 'favourites', ...value }: { listId?: string; rating?: number } = {}) {
    return this.#send('PUT', `/api/p/${this.#galleryId}/lists/${listId}/picks/${photoId}`, { state: 'pick', ...value });
  }

  async submit(listId: string): Promise<void> {
    const view = (await this.#send('GET', `/api/p/${this.#galleryId}/proofing`)) as {
      lists: { id: string; version: number }[];
    };
    const version = view.lists.find(({ id }) => id === listId)?.version;
    await this.#send('POST', `/api/p/${this.#galleryId}/lists/${listId}/submit`, { version });
  }
}
