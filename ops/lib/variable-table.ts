import { metricsUrl, operatorSettings, permissionsBoundary } from '../../stacks/settings.ts';

/** One variable of the environment of an operator's commands and of workflows. */
export interface OperatorVariable {
  name: string;
  /** Description for the operator: what it is, and where to get it. */
  about: string;
  /** True if it may be unset. */
  optional?: boolean;
  isWellFormed: (value: string) => boolean;
}

/** Validates a value with the stage's own rule, so that setup and deployment refuse the same. */
const asSetting = (name: string) => (value: string) => {
  const env = { ALBUMEN_DOMAIN: 'example.com', ALBUMEN_ALERTS_TO: 'ops@example.com', [name]: value };
  try {
    operatorSettings('production', env);
    metricsUrl(env);
    permissionsBoundary(env);
    return true;
  } catch {
    return false;
  }
};

const variable = (name: string, about: string, isWellFormed = asSetting(name)): OperatorVariable => ({
  name,
  about,
  isWellFormed,
});

const optional = (...given: Parameters<typeof variable>): OperatorVariable => ({
  ...variable(...given),
  optional: true,
});

/** Variables that `stacks/settings.ts` reads, but those that a deployment finds out itself (release, image). */
export const OPERATOR_VARIABLES: readonly OperatorVariable[] = [
  variable(
    'ALBUMEN_DOMAIN',
    'The domain: example.com. Production answers there, another stage at <stage>.example.com. Its DNS is a hosted zone of Route 53 in this account, or elsewhere, with a certificate (next but one).',
  ),
  variable('ALBUMEN_ALERTS_TO', 'Where alarms and the budget are mailed: an address that a person reads at night.'),
  optional(
    'ALBUMEN_CERTIFICATE_ARN',
    'Only with DNS outside Route 53: the ARN of a certificate for the host. Certificate Manager, region us-east-1.',
    (value) => /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/.test(value),
  ),
  optional('ALBUMEN_OPERATOR_NAME', 'Who operates this installation; with address and email on the legal pages.'),
  optional('ALBUMEN_OPERATOR_ADDRESS', 'The operator’s postal address.'),
  optional('ALBUMEN_OPERATOR_EMAIL', 'The operator’s email address for questions about personal data.', (value) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
  ),
  optional(
    'ALBUMEN_DEMO_GALLERY',
    'Path or URL of a gallery that the landing page offers as a demo: /p/<studio>/g/<gallery>',
    (value) => /^(\/p\/|https:\/\/)[\w./-]+$/.test(value),
  ),
  optional(
    'ALBUMEN_PHOTOS',
    'A folder of your own photographs for the landing page, in the order of their names; without it the page shows drawn scenes.',
  ),
  optional(
    'ALBUMEN_BILLING_FROM',
    'The first month that studios pay you for, 2027-04; leave it out to charge nothing.',
    (value) => /^20\d\d-(0[1-9]|1[0-2])$/.test(value),
  ),
  optional('ALBUMEN_CUSTOM_SCRIPTS', '“off” stops the scripts of all studios; leave it out to let them run.', (value) =>
    /^(on|off)$/.test(value),
  ),
  optional('ALBUMEN_POSTHOG_KEY', 'PostHog, Project settings, Project API key (phc_…): usage of the back office.'),
  optional('ALBUMEN_SENTRY_BROWSER_DSN', 'Sentry, a project for browsers, Client Keys (DSN): errors in browsers.'),
  optional('ALBUMEN_METRICS_URL', 'Where zero-cache sends metrics by OTLP: https://…/v1/metrics'),
  optional(
    'ALBUMEN_PERMISSIONS_BOUNDARY',
    'Only when you deploy by the roles of stacks/access: the ARN that this stack printed.',
  ),
];
