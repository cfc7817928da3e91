import { bucketPolicy } from './bucket-policy.ts';
import { privateBucket } from './private-bucket.ts';
import type { StageSettings } from './settings.ts';

/** What a browser remembers of S3's leave to upload, in seconds: a shoot is sent in far less. */
const CORS_AGE = 3_600;

export interface Storage {
  originals: aws.s3.Bucket;
  /** Without its policy: who may read is known when there is a distribution (app.ts). */
  renditions: aws.s3.Bucket;
}

/** @param host of the stage: browsers upload originals from its pages and from no others */
export function storage(settings: StageSettings, host: string): Storage {
  const originals = privateBucket('originals', settings, { keepDays: settings.keepDeletedOriginalsDays });
  bucketPolicy('Originals', originals);
  new aws.s3.BucketCorsConfiguration('Originals', {
    bucket: originals.bucket,
    corsRules: [
      {
        allowedMethods: ['PUT'],
        allowedOrigins: [`https://${host}`],
        allowedHeaders: ['content-type', 'if-none-match', 'x-amz-checksum-sha256'],
        exposeHeaders: ['ETag'],
        maxAgeSeconds: CORS_AGE,
      },
    ],
  });
  // Nothing of the renditions is kept twice: they are made again, as long as their pointer and original are there.
  return { originals, renditions: privateBucket('renditions', settings) };
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
  ]);
}
