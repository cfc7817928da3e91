import type { SQSEvent } from 'aws-lambda';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint, ResponseOf } from '#core/api/endpoint.ts';
import { uploads as endpoints } from '#core/api/uploads.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import type { PartRule } from '#core/domain/photos/uploads.ts';
import { createDecoder } from '#functions/images/decoder/decoder.ts';
import { createIngest } from '#functions/images/ingest.ts';
import { createObjects } from '#functions/images/s3-objects.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { connectDatabase } from '#functions/platform/db/database.ts';
import type { Handler } from '#functions/platform/http/handler.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import type { Services } from '#functions/platform/services.ts';
import { s3Storage } from '#functions/platform/storage/s3-storage.ts';
import { cleanUpUploads } from '#functions/uploads/cleanup.ts';
import { cancel, complete } from '#functions/uploads/handlers.ts';
import { createPresign } from '#functions/uploads/presign-handler.ts';
import { startS3 } from '#local/s3/server.ts';
import { insertSession } from '../auth-sessions.ts';
import { createDatabase } from '../database.ts';
import { insertAccount, insertGallery } from '../rows.ts';
import { killable, killableDatabase, KillPoints, type Process } from './kill-points.ts';

const KEYS = { accessKeyId: 'AKIDKILL', secretAccessKey: 'secret-of-kill-points', region: 'eu-south-2' };

export type UploadWorld = Awaited<ReturnType<typeof startUploadWorld>>;

/** Handlers, ingest and jobs on a real database and a real S3, in one process; each step can be killed. */
export async function startUploadWorld(rule: PartRule) {
  const folder = await mkdtemp(join(tmpdir(), 'upload-world-'));
  const database = await createDatabase();
  const buckets = ['originals', 'renditions'];
  const s3 = await startS3({
    dir: folder,
    port: 0,
    credentials: [KEYS],
    region: KEYS.region,
    buckets,
    corsOrigins: [],
  });
  const endpoint = `http://127.0.0.1:${s3.port}`;
  const db = connectDatabase(database.apiUrl);
  const storage = s3Storage({ ...KEYS, endpoint, buckets: { originals: 'originals', renditions: 'renditions' } });
  const objects = (bucket: string) => createObjects({ ...KEYS, bucket, endpoint });
  const [originals, renditions] = [objects('originals'), objects('renditions')];
  const decoder = createDecoder({ size: 1 });
  const account = await insertAccount(database.pool);
  const owner = { userId: account.ownerId, email: 'owner@example.org' };
  const identity = { ...owner, sessionId: await insertSession(database.pool, owner), isSecondFactor: false };
  const points = new KillPoints();
  const handlers = { presign: createPresign(rule), complete, cancel };
  let ahead = 0;
  const clock = () => Date.now() + ahead;

  function servicesOf(process: Process): Services {
    return {
      clock,
      db: killableDatabase(db, process),
      storage: killable(storage, 'storage', process),
      verifyToken: async () => identity,
      triggerOutbox: async () => undefined,
    } as Partial<Services> as Services;
  }

  /** One run of a function; an exception means a request without a response. */
  async function call<N extends keyof typeof handlers>(
    name: N,
    body: unknown,
  ): Promise<ResponseOf<(typeof endpoints)[N]>> {
    const handler = handlers[name] as unknown as Handler<Endpoint>;
    const request = {
      method: 'POST',
      path: '/',
      headers: {
        'content-type': 'application/json',
        'x-channel': 'backoffice',
        authorization: 'Bearer a.b.c',
        'x-account-id': account.id,
      },
      cookies: {},
      query: new URLSearchParams(),
      bytes: new Uint8Array(Buffer.from(JSON.stringify(body))),
      viewerIp: '192.0.2.1',
    };
    const result = await handler.run(request, {}, servicesOf(points.process(name)));
    return JSON.parse(result.body ?? 'null') as ResponseOf<(typeof endpoints)[N]>;
  }

  /** Ingests one stored original; false if the message will be delivered again. */
  async function ingest(key: string): Promise<boolean> {
    const process = points.process('ingest');
    const run = createIngest({
      originals: killable(originals, 'originals', process),
      renditions: killable(renditions, 'renditions', process),
      decoder: killable(decoder, 'decoder', process),
      db: killableDatabase(db, process),
      clock,
    });
    const record = { eventName: 'ObjectCreated:Put', s3: { object: { key: encodeURIComponent(key) } } };
    const body = JSON.stringify({ Records: [record] });
    const event = { Records: [{ messageId: key, body }] } as unknown as SQSEvent;
    return (await run(event)).batchItemFailures.length === 0;
  }

  const jobsOf = (process: Process) =>
    ({
      ...servicesOf(process),
      sendMail: async () => undefined,
      purge: async () => undefined,
    }) as Partial<JobServices> as JobServices;

  /** Events that S3 would send: every original written since the last call. */
  const told = new Map<string, number>();
  async function events(): Promise<string[]> {
    const { objects: all } = await storage.list('originals', '');
    const written = all.filter(({ key, modifiedAt }) => told.get(key) !== modifiedAt);
    for (const { key, modifiedAt } of written) told.set(key, modifiedAt);
    return written.map(({ key }) => key);
  }

  return {
    points,
    database,
    storage,
    call,
    ingest,
    events,
    newGallery: () => insertGallery(database.pool, account.id),
    /** Advances the clock by a day and two hours: everything is due. */
    passDay: () => {
      ahead = DAY_MS + 2 * HOUR_MS;
    },
    pass: (ms: number) => {
      ahead += ms;
    },
    today: () => {
      ahead = 0;
    },
    sweep: () => cleanUpUploads(jobsOf(points.process('sweep'))),
    outbox: () => runOutbox(jobsOf(points.process('outbox'))),
    /** State of rows and objects, without timestamps of reads. */
    async state() {
      const tables = [
        'photos',
        'photo_replacements',
        'retired_photo_files',
        'galleries',
        'gallery_stats',
        'account_usage',
      ];
      const rows = await Promise.all(
        tables.map(async (table) => (await database.pool.query(`select * from ${table} t order by t::text`)).rows),
      );
      const listed = await Promise.all((['originals', 'renditions'] as const).map((name) => storage.list(name, '')));
      const parts = await storage.multipart.list('originals', '');
      return { rows, objects: listed.map((bucket) => bucket.objects), parts };
    },
    async empty() {
      await database.pool.query('delete from galleries');
      await database.pool.query('delete from outbox');
      for (const bucket of ['originals', 'renditions'] as const) {
        for (const { key } of (await storage.list(bucket, '')).objects) await storage.remove(bucket, key);
      }
      for (const { key, uploadId } of await storage.multipart.list('originals', '')) {
        await storage.multipart.abort('originals', key, uploadId);
      }
      told.clear();
    },
    async close() {
      decoder.close();
      await db.close();
      await s3.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
