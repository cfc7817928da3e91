type Statements = aws.types.input.iam.GetPolicyDocumentStatementArgs[];

/**
 * Creates the bucket's only policy: refuses plain HTTP and adds `allow` to the owner's rights.
 * @param allow statements for others; none by default
 * @param region of the bucket, if it is not the stage's
 */
export function bucketPolicy(
  name: string,
  bucket: aws.s3.Bucket,
  allow: Statements = [],
  region?: string,
): aws.s3.BucketPolicy {
  const onlyTls = {
    sid: 'OnlyTls',
    effect: 'Deny',
    principals: [{ type: '*', identifiers: ['*'] }],
    actions: ['s3:*'],
    resources: [bucket.arn, $interpolate`${bucket.arn}/*`],
    conditions: [{ test: 'Bool', variable: 'aws:SecureTransport', values: ['false'] }],
  };
  return new aws.s3.BucketPolicy(`${name}Policy`, {
    bucket: bucket.bucket,
    policy: aws.iam.getPolicyDocumentOutput({ statements: [onlyTls, ...allow] }).json,
    ...(region ? { region } : {}),
  });
}
