import { join } from 'node:path';
import { bucketPolicy } from '../bucket-policy.ts';
import { privateBucket } from '../private-bucket.ts';
import type { StageSettings } from '../settings.ts';
import { siteFiles } from './site-files.ts';

export interface Site {
  bucket: aws.s3.Bucket;
  /** The page function is made after these: it must not refer to files that are not there yet. */
  uploaded: $util.Resource[];
}

/**
 * The built site's bucket and files. A file that the next build does not have is forgotten and not deleted: pages that
 * were open before ask for it still. Names that come back carry other bytes only outside of `assets`.
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
 * The distribution may list these keys too, for S3 says 404 only to who may, and 403 of a missing file would be told to
 * browsers. Nobody gets to see a list: behaviours lead to files alone, without a query.
 */
export function letDistributionReadSite({ bucket }: Site, distributionArn: $util.Input<string>): void {
  const statement = (sid: string, action: string, resource: $util.Input<string>) => ({
    sid,
    principals: [{ type: 'Service', identifiers: ['cloudfront.amazonaws.com'] }],
    actions: [action],
    resources: [resource],
    conditions: [{ test: 'StringEquals', variable: 'AWS:SourceArn', values: [distributionArn] }],
  });
  bucketPolicy('Site', bucket, [
    statement('Distribution', 's3:GetObject', $interpolate`${bucket.arn}/*`),
    statement('DistributionKnowsWhatIsMissing', 's3:ListBucket', bucket.arn),
  ]);
}
