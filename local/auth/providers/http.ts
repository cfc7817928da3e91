import type { z } from 'zod';

/** As hosted: the timeout of a provider's response. */
const TIMEOUT_MS = 10_000;

/** Returns a provider's JSON; throws for every status but 2xx and for an invalid shape. */
export async function fetchJson<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  init: RequestInit = {},
): Promise<z.output<Schema>> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${text.slice(0, 500)}`);
  return schema.parse(JSON.parse(text));
}
