import { execFileSync } from 'node:child_process';
import { FUNCTIONS } from '#ops/bundle/functions.ts';
import { SECRETS } from './stage-env.ts';

/** A value for every variable that an entry may read while loading. */
const FILLED = {
  APP_ORIGIN: 'https://albumen.example',
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_REGION: 'eu-west-1',
  AWS_SECRET_ACCESS_KEY: 'secret',
  CONNECT_ORIGINS: 'wss://albumen.example',
  DATABASE_URL: SECRETS.DatabaseUrl,
  DISTRIBUTION_ID: 'E2EXAMPLE',
  IMAGE_TOKEN_KEY: SECRETS.ImageTokenKey,
  INGEST_QUEUE_URL: 'https://sqs.example/ingest',
  LIVE_ENDPOINT: 'https://live.example/ws',
  MAIL_FROM: SECRETS.MailFrom,
  MAIL_URL: SECRETS.MailUrl,
  ORIGINALS_BUCKET: 'originals',
  ORIGIN_SECRET: SECRETS.OriginSecret,
  ARCHIVES_QUEUE_URL: 'https://sqs.example/archives',
  OUTBOX_QUEUE_URL: 'https://sqs.example/outbox',
  PAGE_TEMPLATES_DIR: '.build/functions/page/templates',
  RENDITIONS_BUCKET: 'renditions',
  SUPABASE_ANON_KEY: SECRETS.SupabaseAnonKey,
  SUPABASE_URL: SECRETS.SupabaseUrl,
  ZERO_API_KEY: SECRETS.ZeroApiKey,
};

/** Variables declared by each function's entry. Entries validate theirs while loading, hence the process. */
export function declaredEnv(): ReadonlyMap<string, readonly string[]> {
  const entries = Object.fromEntries(FUNCTIONS.map(({ name, entry }) => [name, entry]));
  const script = `const found = {};
    for (const [name, entry] of Object.entries(${JSON.stringify(entries)})) found[name] = (await import(entry)).env;
    process.stdout.write(JSON.stringify(found), () => process.exit());`;
  const env = { PATH: process.env['PATH'], ...FILLED };
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' });
  return new Map(Object.entries(JSON.parse(said) as Record<string, string[]>));
}
