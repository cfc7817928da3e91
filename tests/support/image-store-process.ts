/* The S3 of image tests in a separate process, for benchmarks that exclude its time. Prints its port. */
import { startS3 } from '#local/s3/server.ts';
import type { S3Options } from '#local/s3/server.ts';

process.once('message', (options: S3Options) => {
  void startS3(options).then((s3) => process.send?.(s3.port));
});
process.on('disconnect', () => process.exit());
