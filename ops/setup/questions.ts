import input from '@inquirer/input';
import password from '@inquirer/password';
import { createTransport } from 'nodemailer';
import { CommandError } from '../lib/command.ts';
import { STAGE_SECRETS, type StageSecret } from '../lib/secret-table.ts';
import { OPERATOR_VARIABLES, type OperatorVariable } from '../lib/variable-table.ts';
import { AUTH_VARIABLES } from './auth-variables.ts';
import { projectRef } from './project-ref.ts';
import type { Answers, Question } from './question.ts';
import type { Ask } from './setup.ts';
import { TRIALS } from './trials.ts';

/** Secrets that everybody may know: they are shown while they are typed. */
const OPEN = new Set(['SupabaseUrl', 'SupabaseAnonKey', 'MailFrom', 'AuthProviders', 'CaptchaSiteKey']);

/** Order of the questions: an answer may depend on those before it. What is not named comes last, in its table's order. */
const ORDER = [
  'ALBUMEN_DOMAIN',
  'ALBUMEN_ALERTS_TO',
  'ALBUMEN_CERTIFICATE_ARN',
  'SupabaseUrl',
  'SupabaseAnonKey',
  'DatabaseUrl',
  'DatabaseDirectUrl',
  'SUPABASE_ACCESS_TOKEN',
  'SUPABASE_PROJECT_REF',
  'MailUrl',
  'MailFrom',
  'AuthProviders',
  'AUTH_GOOGLE_CLIENT_ID',
  'AUTH_GOOGLE_CLIENT_SECRET',
  'AUTH_FACEBOOK_CLIENT_ID',
  'AUTH_FACEBOOK_CLIENT_SECRET',
  'AUTH_TWILIO_ACCOUNT_SID',
  'AUTH_TWILIO_MESSAGE_SERVICE_SID',
  'AUTH_TWILIO_AUTH_TOKEN',
  'CaptchaSiteKey',
  'AUTH_CAPTCHA_SECRET',
  'StripeSecretKey',
  'StripeWebhookSecret',
  'StripeBillingSecret',
];

const has = (name: string) => (answers: Answers) => !!answers.get(name);

/** Values that make no sense without another, by name. With it they are required. */
const APPLIES: Readonly<Record<string, (answers: Answers) => boolean>> = {
  ALBUMEN_OPERATOR_ADDRESS: has('ALBUMEN_OPERATOR_NAME'),
  ALBUMEN_OPERATOR_EMAIL: has('ALBUMEN_OPERATOR_NAME'),
  AUTH_CAPTCHA_SECRET: has('CaptchaSiteKey'),
  SUPABASE_PROJECT_REF: has('SUPABASE_ACCESS_TOKEN'),
  StripeWebhookSecret: has('StripeSecretKey'),
  OtlpHeaders: has('ALBUMEN_METRICS_URL'),
  ...Object.fromEntries(
    AUTH_VARIABLES.flatMap(({ name, provider }) =>
      provider
        ? [[name, (answers: Answers) => (answers.get('AuthProviders') ?? '').split(' ').includes(provider)]]
        : [],
    ),
  ),
};

/** Returns all values of a stage, in the order in which they are asked for. */
export function questions(): Question[] {
  const all = [
    ...OPERATOR_VARIABLES.map((variable) => ofVariable(variable, 'variables')),
    ...STAGE_SECRETS.map(ofSecret),
    ...AUTH_VARIABLES.map((variable) => ({
      ...ofVariable(variable, 'auth'),
      hidden: variable.isSecret ?? false,
      ...(variable.name === 'SUPABASE_PROJECT_REF' ? { generate: refOfProject } : {}),
    })),
  ];
  const rank = ({ name }: Question) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return all.toSorted((one, other) => rank(one) - rank(other));
}

const refOfProject = (answers: Answers) => projectRef(answers.get('SupabaseUrl') ?? '');

function ofSecret({ name, about, generate, optional, isWellFormed }: StageSecret): Question {
  const variable = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  const base = { name, variable, about, file: 'secrets' as const, hidden: !OPEN.has(name), isWellFormed };
  return { ...base, ...(generate ? { generate } : {}), ...related(name, optional) };
}

function ofVariable({ name, about, optional, isWellFormed }: OperatorVariable, file: 'variables' | 'auth'): Question {
  return { name, variable: name, about, file, hidden: false, isWellFormed, ...related(name, optional) };
}

function related(name: string, optional = false) {
  const [applies, trial] = [APPLIES[name], TRIALS[name]];
  return { optional: optional && !applies, ...(applies ? { applies } : {}), ...(trial ? { trial } : {}) };
}

/** Streams of a terminal; the process's own by default. */
type Terminal = Parameters<typeof input>[1];

/** Returns the prompts of a terminal. A hidden value is shown as asterisks. */
export const askAt =
  (terminal?: Terminal): Ask =>
  async ({ name, about, hidden, optional }, problems) => {
    const lines = [...problems.map((problem) => `✗ ${problem}`), about, ...(optional ? ['Enter leaves it out.'] : [])];
    const message = `${lines.join('\n  ')}\n  ${name}:`;
    try {
      return (await (hidden ? password({ message, mask: '*' }, terminal) : input({ message }, terminal))).trim();
    } catch (error) {
      if (error instanceof Error && error.name === 'ExitPromptError') {
        throw new CommandError('Stopped. What was answered is kept: run it again to go on.');
      }
      throw error;
    }
  };

export const askAtTerminal = askAt();

/** Timeouts of the mail server in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/** Connects to a mail server and signs in, as functions do (functions/platform/mail.ts); sends nothing. @throws Error */
export async function signInToMail(url: string): Promise<void> {
  const transport = createTransport({ url, ...TIMEOUTS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
