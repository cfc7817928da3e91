import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { smokePicture } from '#ops/deploy/picture.ts';
import { databaseTarget } from '#ops/lib/database-target.ts';
import { KEY } from '../support/edge-image-cases.ts';
import { type PhotoPipeline, startPhotoPipeline } from '../support/photo-pipeline.ts';
import { scene } from '../support/pictures.ts';

/** The picture that a deployment sends through the stage, here through the local pipeline. */
let pipeline: PhotoPipeline;
beforeAll(async () => void (pipeline = await startPhotoPipeline()));
afterAll(() => pipeline?.close());

/** What is broken in a run; by default nothing. */
interface Faults {
  /** Takes S3's event; null: it does not arrive. */
  ingest?: ((key: string) => Promise<unknown>) | null;
  /** Replaces the edge's response to a rendition of this width. */
  image?: (width: number, response: Response) => Response | Promise<Response>;
  /** The outbox job does not run. */
  outbox?: boolean;
  /** S3 refuses the upload. */
  upload?: Response;
  /** S3 does not remove objects. */
  remove?: () => Promise<never>;
}

async function run({ ingest = (key) => pipeline.ingest([key]), image, outbox = true, upload, remove }: Faults = {}) {
  const told: string[] = [];
  const storage = remove ? { ...pipeline.storage, removePrefix: remove } : pipeline.storage;
  const printed: string[] = [];
  await smokePicture(
    pipeline.edge.origin,
    { database: databaseTarget(pipeline.database.url).client, storage, imageTokenKey: `${KEY} old` },
    {
      print: (line) => void printed.push(line),
      async fetch(url, init) {
        if (init?.method === 'PUT') {
          if (upload) return upload;
          const stored = await fetch(url, init);
          // The bucket's notification.
          told.push(new URL(url).pathname.split('/').slice(2).join('/'));
          return stored;
        }
        const response = await fetch(url, init);
        return image ? image(Number(new URL(url).searchParams.get('width')), response) : response;
      },
      // Everything deployed runs while the test waits.
      async sleep() {
        for (const key of told.splice(0)) await ingest?.(key);
        if (outbox) await pipeline.settle();
      },
    },
  );
  return printed;
}

/** Rows and objects that are not the pipeline's own. */
async function left(): Promise<unknown[]> {
  const { rows } = await pipeline.database.pool.query(
    `select id from accounts where id <> $1
     union all select slug from slug_history union all select dedupe_key from outbox where done_at is null
     union all select id from photos union all select id from galleries
     union all select account_id from account_usage where account_id <> $1`,
    [pipeline.account],
  );
  return [...rows, ...(await pipeline.list('originals', '')), ...(await pipeline.list('renditions', ''))];
}

describe('the smoke test’s picture', () => {
  afterEach(async () => expect(await left()).toEqual([]));

  it('passes through upload, ingest, transform and deletion', async () => {
    expect(await run()).toEqual([`${pipeline.edge.origin} takes in, shows and deletes a picture`]);
  });

  it('names the upload', async () => {
    const upload = new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 });
    await expect(run({ upload })).rejects.toThrow(/^A picture fails at upload: S3 answers 403 AccessDenied$/);
  });

  it('names ingest that is not told of the original', async () => {
    const message = /^A picture fails at ingest: the function "ingest" is not told of the original/;
    await expect(run({ ingest: null })).rejects.toThrow(message);
  });

  it('names ingest that gives up', async () => {
    const ingest = async (key: string) => {
      await pipeline.store.originals.put(key, Buffer.from('no picture'), { contentType: 'image/jpeg' });
      await pipeline.ingest([key]);
    };
    const message = /^A picture fails at ingest: the function "ingest" refuses the picture \(\w+\)$/;
    await expect(run({ ingest })).rejects.toThrow(message);
  });

  it('names ingest that dies while it works', async () => {
    const ingest = (key: string) =>
      pipeline.database.pool.query(`update photos set status = 'processing', original_key = $1`, [key]);
    await expect(run({ ingest })).rejects.toThrow(/^A picture fails at ingest: the function "ingest" does not finish/);
  });

  it.each<[string, (preview: Response) => Response | Promise<Response>, string]>([
    ['is down', () => new Response('', { status: 502 }), 'answers 502'],
    [
      'sends half a picture',
      async (preview) => new Response((await preview.arrayBuffer()).slice(0, 900)),
      'is no whole picture \\(900 bytes\\): .*',
    ],
    ['sends another size', (preview) => preview, 'has 800×533 pixels, not 400×267'],
    [
      'sends another picture',
      async () => new Response(new Uint8Array(await scene(400, 267).jpeg().toBuffer())),
      'is another picture',
    ],
  ])('names a transform that %s', async (_, answer, message) => {
    let preview = new Response();
    const image = (width: number, response: Response) => {
      if (width === 400) return answer(preview.clone());
      preview = response.clone();
      return response;
    };
    await expect(run({ image })).rejects.toThrow(new RegExp(`^A picture fails at transform: \\S+ ${message}$`));
  });

  it('names a deletion that does not happen', async () => {
    const message = /^A picture fails at delete: the function "outbox" does not erase the gallery \(it did not try\)$/;
    await expect(run({ outbox: false })).rejects.toThrow(message);
  });

  it('removes what an earlier run left behind', async () => {
    const remove = () => Promise.reject(new Error('S3 is gone'));
    await expect(run({ ingest: null, remove })).rejects.toThrow(/^A picture fails at ingest: .*; but .*: S3 is gone$/);
    expect(await left()).not.toEqual([]);
    const { pool } = pipeline.database;
    await pool.query(`update accounts set created_at = now() - interval '2 hours' where id <> $1`, [pipeline.account]);
    await run();
  });
});
