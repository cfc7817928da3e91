import { CfnParameter, Validations, type Stack } from 'aws-cdk-lib/core';
import type { SyncGroup } from '#core/domain/studio/sync-groups.ts';
import type { StageSettings } from '../settings.ts';

/** Settings that the operator gives by the environment of a deployment, and the group of studios. */
export interface Choices {
  group: SyncGroup;
  /** Image in the account's own registry; null is the vendor's. */
  image: string | null;
  /** Where zero-cache sends its metrics (OTLP over HTTPS); null sends none. */
  metricsUrl: string | null;
}

/** Template parameters known at deployment, addresses and no secrets, and the operator's choices. */
export interface Parameters extends Choices {
  /** Origin of `/api/zero/query` and `/api/zero/mutate`: the distribution. */
  appOrigin: string;
  /** ARN of the secret with `secretFields`. */
  secretArn: string;
  /** Version of the secret: a new one creates a new task definition, so a deployment applies a rotated secret. */
  secretVersionId: string;
  /** CloudFront's managed prefix list `com.amazonaws.global.cloudfront.origin-facing` in this region. */
  originFacingPrefixListId: string;
  /** Topic of the alarms; unset in a stage without any. */
  alarmTopicArn?: string;
}

/**
 * Fields of the JSON secret. `apiKey` is the current key only, while `ZERO_API_KEY` of the functions may contain
 * several during a rotation: zero-cache sends one key, functions accept each.
 */
export const secretFields = {
  upstreamDb: 'upstreamDb',
  adminPassword: 'adminPassword',
  apiKey: 'apiKey',
  otlpHeaders: 'otlpHeaders',
} as const;

export function parametersOf(stack: Stack, { alarms }: Pick<StageSettings, 'alarms'>, choices: Choices): Parameters {
  Validations.of(stack).acknowledge({
    id: 'CloudFormation-Validate::W2509',
    reason: 'SecretArn and SecretVersionId say where a secret is, and are better seen when something is looked for.',
  });
  const text = (id: string, description: string, allowedPattern: string) =>
    new CfnParameter(stack, id, { type: 'String', description, allowedPattern }).valueAsString;
  return {
    ...choices,
    appOrigin: text('AppOrigin', 'https://, a host, and no slash at the end', '^https://[a-z0-9.-]+$'),
    secretArn: text('SecretArn', 'The JSON secret of zero-cache, whole ARN', '^arn:aws[a-z-]*:secretsmanager:.+$'),
    secretVersionId: text('SecretVersionId', 'The version of that secret to run with', '^[A-Za-z0-9-]{32,64}$'),
    originFacingPrefixListId: text('OriginFacingPrefixListId', "CloudFront's managed prefix list", '^pl-[0-9a-f]+$'),
    ...(alarms === 'none' ? {} : { alarmTopicArn: text('AlarmTopicArn', 'Who is told', '^arn:aws[a-z-]*:sns:.+$') }),
  };
}
