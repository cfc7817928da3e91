import { z } from 'zod';

/** Every variable a function may ask for. Only this file reads `process.env`. */
const VARIABLES = {
  /** Postgres, pooled in transaction mode where it is hosted. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** The one origin that people see, without a slash at its end. */
  APP_ORIGIN: z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin),
  /** Base of the auth service; `/auth/v1` hangs below it. */
  SUPABASE_URL: z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, '')),
  SUPABASE_ANON_KEY: z.string().min(1),
  AWS_REGION: z.string().min(1),
  AWS_ACCESS_KEY_ID: z.string().min(1),
  AWS_SECRET_ACCESS_KEY: z.string().min(1),
  /** Comes with a role's temporary keys. */
  AWS_SESSION_TOKEN: z.string().min(1).optional(),
  /** Another S3 than the region's; its buckets are then addressed by path. */
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  ORIGINALS_BUCKET: z.string().min(3),
  RENDITIONS_BUCKET: z.string().min(3),
  /** Signs image tokens: hex of at least 32 bytes, the same key that the edge verifies with. */
  IMAGE_TOKEN_KEY: z.string().regex(/^(?:[0-9a-f]{2}){32,}$/),
  /** zero-cache's own key, sent as `X-Api-Key`. */
  ZERO_API_KEY: z.string().min(16),
  /** What the distribution adds to each request as `X-Origin-Secret`. */
  ORIGIN_SECRET: z.string().min(16),
  MAIL_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  /** Takes paths out of the distribution's cache (`POST {"paths": […]}`); without it a minute has to pass. */
  PURGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Folder with the built `index.html` and `app.html`. */
  PAGE_TEMPLATES_DIR: z.string().min(1),
} as const satisfies Record<string, z.ZodType>;

export type EnvName = keyof typeof VARIABLES;
export type Env<N extends EnvName> = { readonly [K in N]: z.infer<(typeof VARIABLES)[K]> };

/**
 * The named variables, parsed. A function asks for those it uses and no others, so that none of them runs with a
 * secret it has no business with.
 * @throws Error naming every variable that is missing or malformed, never its value.
 */
export function readEnv<N extends EnvName>(
  names: readonly N[],
  source: Readonly<Record<string, string | undefined>> = process.env,
): Env<N> {
  const values: Partial<Record<N, unknown>> = {};
  const wrong: string[] = [];
  for (const name of names) {
    // An empty variable is one that somebody forgot to fill.
    const parsed = VARIABLES[name].safeParse(source[name] || undefined);
    if (parsed.success) values[name] = parsed.data;
    else wrong.push(name);
  }
  if (wrong.length > 0) throw new Error(`Environment: missing or malformed ${wrong.join(', ')}`);
  return values as Env<N>;
}
