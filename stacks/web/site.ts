import { join } from 'node:path';
import { bucketPolicy } from '../bucket-policy.ts';
import { privateBucket } from '../private-bucket.ts';
import type { StageSettings } from '../settings.ts';
import { siteFiles } from './site-files.ts';

export interface Site {
  bucket: aws.s3.Bucket;
  /** Dependencies of the page function: it must not refer to files that are not uploaded yet. */
  uploaded: $util.Resource[];
}

/**
 * Creates the site's bucket and uploads its files. Files of earlier builds are kept for open pages. Only files outside
 * of `assets` change under the same name.
 */
export function uploadSite(settings: StageSettings): Site {
  const bucket = privateBucket('site', settings);
  const uploaded = siteFiles(join($cli.paths.root, '.build/web')).map(
    ({ key, source, contentType, cacheControl }) =>
      new aws.s3.BucketObjectv2(
        `Site/${key}`,
        { bucket: bucket.bucket, key, source: new $util.asset.FileAsset(source), contentType, cacheControl },
        { retainOnDelete: true },
      ),
  );
  return { bucket, uploaded };
}

/**
 * Also allows listing keys: S3 answers 404 only to callers with that right, and browsers would otherwise get 403 for a
 * missing file. No listing is exposed: behaviours serve files only, without a query.
 */
export function letDistributionsReadSite({ bucket }: Site, distributionArns: $util.Input<string>[]): void {
  const statement = (sid: string, action: string, resource: $util.Input<string>) => ({
    sid,
    principals: [{ type: 'Service', identifiers: ['cloudfront.amazonaws.com'] }],
    actions: [action],
    resources: [resource],
    conditions: [{ test: 'StringEquals', variable: 'AWS:SourceArn', values: distributionArns }],
  });
  bucketPolicy('Site', bucket, [
    statement('Distribution', 's3:GetObject', $interpolate`${bucket.arn}/*`),
    statement('DistributionKnowsWhatIsMissing', 's3:ListBucket', bucket.arn),
  ]);
}
