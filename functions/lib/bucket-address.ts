/**
 * Where a bucket is: a host of its own at Amazon, whose certificate holds for names without dots; a path of `endpoint`
 * for an S3 other than Amazon's. Without a slash at its end.
 */
export function resolveBucketUrl(bucket: string, region: string, endpoint?: string): string {
  return endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
}
