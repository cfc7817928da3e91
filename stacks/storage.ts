import { bucketPolicy } from './bucket-policy.ts';
import { privateBucket } from './private-bucket.ts';
import type { StageSettings } from './settings.ts';

/** What a browser remembers of S3's leave, in seconds: a shoot is sent in far less. */
const CORS_AGE = 3_600;

/** Archives are deleted by their job after seven days and some hours; this is for what it lost sight of. */
const ARCHIVES = { prefix: 'archives/', days: 8 };

export interface Storage {
  originals: aws.s3.Bucket;
  /** Without its policy: who may read is known when there is a distribution (app.ts). */
  renditions: aws.s3.Bucket;
}

/** @param host of the stage: browsers upload originals, and fetch what they may, from its pages and from no others */
export function storage(settings: StageSettings, host: string): Storage {
  const originals = privateBucket('originals', settings, { keepDays: settings.keepDeletedOriginalsDays });
  bucketPolicy('Originals', originals);
  const upload = {
    allowedMethods: ['PUT'],
    allowedOrigins: [`https://${host}`],
    allowedHeaders: ['content-type', 'if-none-match', 'x-amz-checksum-sha256'],
    exposeHeaders: ['ETag'],
    maxAgeSeconds: CORS_AGE,
  };
  // A phone's share sheet takes files that the page itself has fetched, by their short-lived addresses.
  const save = { allowedMethods: ['GET'], allowedOrigins: [`https://${host}`], maxAgeSeconds: CORS_AGE };
  new aws.s3.BucketCorsConfiguration('Originals', { bucket: originals.bucket, corsRules: [upload, save] });
  // Nothing of the renditions is kept twice: they are made again, as long as their pointer and original are there.
  const renditions = privateBucket('renditions', settings, { passing: ARCHIVES });
  new aws.s3.BucketCorsConfiguration('Renditions', { bucket: renditions.bucket, corsRules: [save] });
  return { originals, renditions };
}

/** Renditions are read by the distribution alone; never listed, or a gallery's pictures could be counted. */
export function letDistributionRead(renditions: aws.s3.Bucket, distributionArn: $util.Input<string>): void {
  bucketPolicy('Renditions', renditions, [
    {
      sid: 'Distribution',
      principals: [{ type: 'Service', identifiers: ['cloudfront.amazonaws.com'] }],
      actions: ['s3:GetObject'],
      resources: [$interpolate`${renditions.arn}/*`],
      conditions: [{ test: 'StringEquals', variable: 'AWS:SourceArn', values: [distributionArn] }],
    },
    {
      // Archives are fetched from the bucket itself, by addresses that end.
      sid: 'NotArchives',
      effect: 'Deny',
      principals: [{ type: 'Service', identifiers: ['cloudfront.amazonaws.com'] }],
      actions: ['s3:GetObject'],
      resources: [$interpolate`${renditions.arn}/${ARCHIVES.prefix}*`],
    },
  ]);
}
