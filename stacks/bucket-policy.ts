type Statements = aws.types.input.iam.GetPolicyDocumentStatementArgs[];

/**
 * The one policy that a bucket can have: nothing over plain HTTP, and what is allowed beside its owner's own rights.
 * @param allow who else may do what; nobody, unless said
 */
export function bucketPolicy(name: string, bucket: aws.s3.Bucket, allow: Statements = []): aws.s3.BucketPolicy {
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
  });
}
