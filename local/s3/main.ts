import { z } from 'zod';
import { startS3 } from './server.ts';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const settings = z
  .object({
    S3_PORT: z.coerce.number().int().min(0).max(65_535),
    S3_DIR: z.string().min(1),
    S3_ACCESS_KEY_ID: z.string().min(1),
    S3_SECRET_ACCESS_KEY: z.string().min(1),
    S3_REGION: z.string().min(1),
    S3_BUCKETS: list,
    S3_VERSIONED_BUCKETS: list.default([]),
    S3_CORS_ORIGINS: list.default([]),
    S3_NOTIFY_URL: z.url().optional(),
    S3_NOTIFY_BUCKETS: list.default([]),
  })
  .parse(process.env);

const server = await startS3({
  dir: settings.S3_DIR,
  port: settings.S3_PORT,
  credentials: [{ accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY }],
  region: settings.S3_REGION,
  buckets: settings.S3_BUCKETS,
  versioned: settings.S3_VERSIONED_BUCKETS,
  corsOrigins: settings.S3_CORS_ORIGINS,
  ...(settings.S3_NOTIFY_URL && { notify: { url: settings.S3_NOTIFY_URL, buckets: settings.S3_NOTIFY_BUCKETS } }),
});
console.log(`s3 listening on http://127.0.0.1:${server.port}`);

let closing = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (closing) return;
    closing = true;
    void server.close().then(() => process.exit(0));
  });
}
