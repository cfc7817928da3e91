import type { z } from 'zod';
import { AppError } from './errors.ts';

/** The value, typed; or a `validation_failed` that names each field at fault. */
export function parseOrThrow<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ field: issue.path.join('.'), code: issue.code ?? 'custom' }));
  const field = issues[0]?.field;
  throw new AppError('validation_failed', { ...(field ? { field } : {}), issues });
}
