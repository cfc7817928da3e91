import { createHash } from 'node:crypto';
import { makeGalleryId, makeId, type RandomBytes } from '#core/domain/values/ids.ts';

/** Returns deterministic ids, so that interrupted seeding resumes. */
export function demoIds(accountId: string) {
  const bytesOf =
    (name: string): RandomBytes =>
    (bytes) => {
      bytes.set(createHash('sha512').update(`${accountId} ${name}`).digest().subarray(0, bytes.length));
      return bytes;
    };
  return {
    of: (kind: string, key: string) => makeId(bytesOf(`${kind} ${key}`)),
    customer: (key: string) => makeId(bytesOf(`customer ${key}`)),
    gallery: (key: string) => makeGalleryId(bytesOf(`gallery ${key}`), accountId),
    section: (galleryKey: string, key: string) => makeId(bytesOf(`section ${galleryKey} ${key}`)),
    preset: (key: string) => makeId(bytesOf(`preset ${key}`)),
    watermark: (key: string) => makeId(bytesOf(`watermark ${key}`)),
    page: (key: string) => makeId(bytesOf(`page ${key}`)),
    release: (key: string) => makeId(bytesOf(`release ${key}`)),
    domain: (hostname: string) => makeId(bytesOf(`domain ${hostname}`)),
    sessionType: (key: string) => makeId(bytesOf(`type ${key}`)),
    session: (key: string) => makeId(bytesOf(`session ${key}`)),
    lead: (key: string) => makeId(bytesOf(`lead ${key}`)),
    order: (key: string) => makeId(bytesOf(`order ${key}`)),
    product: (key: string) => makeId(bytesOf(`product ${key}`)),
    /** Of proposals and their lines. */
    proposal: (key: string) => makeId(bytesOf(`proposal ${key}`)),
    /** Of contracts, questionnaires, their templates, questions and options. */
    document: (key: string) => makeId(bytesOf(`document ${key}`)),
    /** Id of an API token, a webhook, or an event or delivery of one. */
    integration: (key: string) => makeId(bytesOf(`integration ${key}`)),
    statement: (month: string) => makeId(bytesOf(`statement ${month}`)),
    photo: (galleryKey: string, filename: string) => makeId(bytesOf(`photo ${galleryKey} ${filename}`)),
  };
}

export type DemoIds = ReturnType<typeof demoIds>;

/** The studio that is filled, as its parts need it. */
export interface DemoStudio {
  accountId: string;
  /** Author of the rows. */
  userId: string;
  ids: DemoIds;
  /** Epoch milliseconds: sessions are around this time. */
  now: number;
}
