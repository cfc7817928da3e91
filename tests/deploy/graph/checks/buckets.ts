import { settingsFor } from '../../../../stacks/settings.ts';
import { HOST } from '../stage-env.ts';
import { type Graph, ofType, type Resource } from '../graph.ts';
import { statementsOf } from '../policies.ts';
import { type Check, unless } from './problem.ts';

const BUCKETS = ['originals', 'renditions', 'site'];

/** Every bucket is private, encrypted, TLS only, and deletes unfinished uploads. */
export const buckets: Check = (graph) => {
  const found = ofType(graph, 'aws:s3/bucket:Bucket');
  const copies = settingsFor(graph.stage).originalsCopy ? ['originals-copy'] : [];
  const wanted = [...BUCKETS, ...copies].map((name) => `albumen-${graph.stage}-${name}`);
  return [
    ...unless(
      wanted,
      (name) => found.some((bucket) => bucket.name === name),
      (name) => `${name} is missing`,
    ),
    ...found.flatMap((bucket) => problemsOf(graph, bucket)),
    ...uploads(graph),
  ];
};

function problemsOf(graph: Graph, bucket: Resource): string[] {
  const about = (kind: string) =>
    ofType(graph, `aws:s3/${kind}`).find(({ inputs }) => inputs['bucket'] === bucket.name)?.inputs ?? {};
  const block = about('bucketPublicAccessBlock:BucketPublicAccessBlock');
  const sides = ['blockPublicAcls', 'blockPublicPolicy', 'ignorePublicAcls', 'restrictPublicBuckets'];
  const encryption = about('bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration');
  const rules = (about('bucketLifecycleConfiguration:BucketLifecycleConfiguration')['rules'] ?? []) as Rule[];
  const holds = {
    'is not closed to the public': sides.every((side) => block[side] === true),
    'has objects of other owners':
      about('bucketOwnershipControls:BucketOwnershipControls')['rule']?.objectOwnership === 'BucketOwnerEnforced',
    'is not encrypted': Boolean(encryption['rules']?.[0]?.applyServerSideEncryptionByDefault?.sseAlgorithm),
    'answers without TLS': onlyTls(graph, bucket),
    'keeps unfinished uploads': rules.some(
      (rule) => forAll(rule) && (rule.abortIncompleteMultipartUpload?.daysAfterInitiation ?? 99) <= 7,
    ),
    // Also for a bucket without versioning: it may have had it before.
    'keeps what was deleted for ever': rules.some((rule) => forAll(rule) && rule.noncurrentVersionExpiration),
    'has a name that its certificate does not cover': !bucket.name.includes('.'),
  };
  return Object.entries(holds).flatMap(([says, fine]) => (fine ? [] : [`${bucket.name} ${says}`]));
}

interface Rule {
  status: string;
  filter?: object;
  abortIncompleteMultipartUpload?: { daysAfterInitiation: number };
  noncurrentVersionExpiration?: { noncurrentDays: number };
}

const forAll = ({ status, filter = {} }: Rule) => status === 'Enabled' && Object.keys(filter).length === 0;

export function versioned(graph: Graph, bucket: Resource): boolean {
  return ofType(graph, 'aws:s3/bucketVersioning:BucketVersioning').some(
    ({ inputs }) => inputs['bucket'] === bucket.name,
  );
}

function onlyTls(graph: Graph, bucket: Resource): boolean {
  return statementsOf(graph).some(
    ({ effect, actions, resources, principal, conditions }) =>
      effect === 'Deny' &&
      principal === '"*"' &&
      actions.includes('s3:*') &&
      [bucket.arn, `${bucket.arn}/*`].every((arn) => resources.includes(arn)) &&
      JSON.stringify(conditions) === '{"Bool":{"aws:SecureTransport":["false"]}}',
  );
}

/** CORS allows the stage's own pages to upload originals, and every page to fetch files by short-lived URLs. */
function uploads(graph: Graph): string[] {
  const origin = `https://${graph.stage === 'production' ? HOST : `${graph.stage}.${HOST}`}`;
  const rules = ofType(graph, 'aws:s3/bucketCorsConfiguration:BucketCorsConfiguration').map(({ inputs }) => ({
    bucket: inputs['bucket'],
    origins: inputs['corsRules'].map((rule: Record<string, unknown>) => rule['allowedOrigins']),
    methods: inputs['corsRules'].map((rule: Record<string, unknown>) => rule['allowedMethods']),
  }));
  const wanted = [
    { bucket: `albumen-${graph.stage}-originals`, origins: [[origin], ['https://*']], methods: [['PUT'], ['GET']] },
    { bucket: `albumen-${graph.stage}-renditions`, origins: [['https://*']], methods: [['GET']] },
  ];
  return JSON.stringify(rules) === JSON.stringify(wanted) ? [] : [`browsers may: ${JSON.stringify(rules)}`];
}
