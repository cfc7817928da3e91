import { ERROR_CODES } from '#core/domain/values/errors.ts';
import { type Answer, type ApiStack, startApi } from '../../support/api.ts';
import { createDatabase } from '../../support/database.ts';
import { startTestPostgres } from '../../support/test-postgres.ts';

/** Runs `work` on the API with a PostgreSQL of its own, without the functions' log of requests and metrics. */
export async function withApi<T>(work: (api: ApiStack) => Promise<T>): Promise<T> {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string, ...rest: []) =>
    String(text).startsWith('{') || write(text, ...rest)) as typeof process.stdout.write;
  const postgres = await startTestPostgres();
  try {
    const api = await startApi(createDatabase(postgres.url));
    try {
      return await work(api);
    } finally {
      await api.close();
    }
  } finally {
    await postgres.stop();
  }
}

/** Returns the code of a refusal. @throws Error for an answer of 5xx, and for one without a known code */
export function refusalOf(answer: Answer): string {
  if (answer.status >= 500) throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  const { code } = answer.error;
  if (!(ERROR_CODES as readonly string[]).includes(code)) throw new Error(`refused with an unknown code: ${code}`);
  return code;
}
