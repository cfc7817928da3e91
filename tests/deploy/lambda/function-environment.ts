import { functionsEnvironment } from '#local/supervisor/environments.ts';
import type { Installation } from '#local/supervisor/installation.ts';
import type { Service } from './aws-actions.ts';
import type { DeployedFunction } from './deployed.ts';

/** Variables whose deployed value also applies here. */
const AS_DEPLOYED = [
  'CAPTCHA_SITE_KEY',
  'POSTHOG_KEY',
  'SENTRY_BROWSER_DSN',
  'CUSTOM_SCRIPTS',
  'DEMO_GALLERY',
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_EMAIL',
  'PAGE_TEMPLATES_DIR',
  'RELEASE',
];

/** Origins of the services that the function calls, and of its error reports. */
export type Addresses = Partial<Record<Service, string>> & { sentryDsn: string };

/**
 * The deployed function's variables with this installation's values, plus the endpoints of the AWS services that it
 * uses, which need no variable on AWS.
 * @throws Error naming a variable for which this installation has no value
 */
export function functionEnvironment(
  { name, variables }: DeployedFunction,
  installation: Installation,
  { s3, sqs, cloudfront, sentryDsn }: Addresses,
): Record<string, string> {
  const here: Record<string, string | undefined> = { ...functionsEnvironment(installation), SENTRY_DSN: sentryDsn };
  for (const variable of AS_DEPLOYED) here[variable] = variables[variable];
  // Studios pay, as on a stage with billing.
  here['BILLING_FROM'] = '2026-06';
  for (const queue of ['OUTBOX_QUEUE_URL', 'ARCHIVES_QUEUE_URL', 'INGEST_QUEUE_URL']) {
    if (sqs) here[queue] = sqs + new URL(here[queue]!).pathname;
  }
  const env: Record<string, string> = {};
  for (const variable of Object.keys(variables)) {
    const value = here[variable];
    if (value === undefined) throw new Error(`${name}: there is no ${variable} here`);
    env[variable] = value;
  }
  if (s3) env['S3_ENDPOINT'] = s3;
  if (cloudfront) env['CLOUDFRONT_ENDPOINT'] = cloudfront;
  // As the real SDK talks to Stripe, but to the one of this machine.
  if (env['STRIPE_SECRET_KEY']) env['STRIPE_API_URL'] = here['STRIPE_API_URL']!;
  return env;
}
