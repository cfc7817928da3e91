import type { z } from 'zod';

/** As hosted: a provider that is silent for longer has failed. */
const TIMEOUT_MS = 10_000;

/** The JSON at an address of a provider; throws for every status but 2xx and for another shape. */
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
