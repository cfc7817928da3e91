import { randomUUID } from 'node:crypto';
import type { Role } from '#core/domain/studio/roles.ts';
import type { ApiStack } from './api.ts';
import { insertAccount, insertGallery, insertPhoto, insertRow, type Row } from './rows.ts';
import type { Person } from './tokens.ts';

/** A studio with one user in each role. */
export interface Studio {
  id: string;
  slug: string;
  people: Readonly<Record<Role, Person>>;
  owner: Person;
}

/** `marker` is in every text of this studio, so that a leak is visible. */
export async function makeStudio({ db }: ApiStack, marker = 'Studio'): Promise<Studio> {
  const { id, ownerId } = await insertAccount(db.pool, { name: marker });
  const person = (userId: string, role: string): Person => ({ userId, email: `${role}-${id}@example.org` });
  const owner = person(ownerId, 'owner');
  const people: Record<Role, Person> = {
    owner,
    admin: person(randomUUID(), 'admin'),
    photographer: person(randomUUID(), 'photographer'),
    assistant: person(randomUUID(), 'assistant'),
  };
  for (const role of ['admin', 'photographer', 'assistant'] as const) {
    const { userId, email } = people[role];
    await insertRow(db.pool, 'account_members', { account_id: id, user_id: userId, role, email });
  }
  return { id, slug: `studio-${id}`, people, owner };
}

export function stranger(): Person {
  const userId = randomUUID();
  return { userId, email: `${userId}@example.org` };
}

/** Inserts a published gallery, open to anyone with the link by default. */
export async function publishedGallery({ db }: ApiStack, studio: Studio, values: Row = {}): Promise<string> {
  return insertGallery(db.pool, studio.id, { status: 'published', published_at: new Date(), ...values });
}

/**
 * Inserts a ready photo of a gallery.
 * @returns its row id and file id
 */
export async function readyPhoto({ db }: ApiStack, studio: Studio, galleryId: string, values: Row = {}) {
  const id = await insertPhoto(db.pool, studio.id, galleryId, values);
  const found = await db.pool.query<{ file_id: string; original_key: string }>(
    'select file_id, original_key from photos where id = $1',
    [id],
  );
  return { id, fileId: found.rows[0]!.file_id, originalKey: found.rows[0]!.original_key };
}
