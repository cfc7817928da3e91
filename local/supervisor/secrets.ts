import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from './start-error.ts';

export const SECRETS_FILE = 'secrets.json';

const secrets = z.object({
  anonKey: z.string(),
  serviceKey: z.string(),
  imageTokenKey: z.string().regex(/^[0-9a-f]{64}$/),
  originSecret: z.string().min(32),
  zeroApiKey: z.string().min(32),
  zeroAdminPassword: z.string().min(16),
  s3AccessKeyId: z.string(),
  s3SecretAccessKey: z.string(),
});
export type Secrets = z.infer<typeof secrets>;

/** Generated at the first start and kept: sessions, links and signed URLs stay valid after a restart. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, SECRETS_FILE);
  const known = read(file);
  if (known !== undefined) {
    const parsed = secrets.safeParse(known);
    if (parsed.success) return parsed.data;
    throw new StartError(`${file} is damaged. Start over with --reset, or put it back.`);
  }
  const fresh = makeSecrets();
  // Renamed when complete, so that a crash leaves no incomplete file.
  writeFileSync(`${file}.new`, JSON.stringify(fresh, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return fresh;
}

function makeSecrets(): Secrets {
  // Hexadecimal: zero-cache would parse a leading hyphen as an option and not start.
  const secret = (bytes = 32) => randomBytes(bytes).toString('hex');
  return {
    anonKey: `sb_publishable_${secret(16)}`,
    serviceKey: `sb_secret_${secret()}`,
    imageTokenKey: randomBytes(32).toString('hex'),
    originSecret: secret(),
    zeroApiKey: secret(),
    zeroAdminPassword: secret(),
    s3AccessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
    s3SecretAccessKey: secret(),
  };
}

function read(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
