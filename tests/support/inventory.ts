import { gzipSync } from 'node:zlib';
import type { BucketName } from '#functions/platform/storage/s3-client.ts';
import type { Storage } from '#functions/platform/storage/storage.ts';

/**
 * Writes an inventory of a bucket as S3 does: CSV in several files, and the manifest last.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory-location.html
 * @param time `2026-11-24T01-00Z`
 * @param rows objects in each file
 */
export async function writeInventory(storage: Storage, bucket: BucketName, time: string, rows: number): Promise<void> {
  const folder = `inventory/${bucket}/albumen-test-${bucket}/objects`;
  const { objects } = await storage.list(bucket, '');
  const lines = objects.map(
    ({ key, modifiedAt }) =>
      `"albumen-test-${bucket}","${encodeURIComponent(key)}","${new Date(modifiedAt).toISOString()}"\n`,
  );
  const put = (key: string, body: Uint8Array<ArrayBuffer>, contentType: string) =>
    storage.put('renditions', key, body, { contentType });
  const files: { key: string; size: number }[] = [];
  for (let at = 0; at < lines.length; at += rows) {
    const body = new Uint8Array(gzipSync(lines.slice(at, at + rows).join('')));
    const key = `${folder}/data/${time}-${at}.csv.gz`;
    files.push({ key, size: body.length });
    await put(key, body, 'application/octet-stream');
  }
  const manifest = { version: '2016-11-30', fileFormat: 'CSV', fileSchema: 'Bucket, Key, LastModifiedDate', files };
  await put(`${folder}/${time}/manifest.json`, new TextEncoder().encode(JSON.stringify(manifest)), 'application/json');
}
