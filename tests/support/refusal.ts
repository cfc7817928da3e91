import { DatabaseError } from 'pg';

/** PostgreSQL's error for `work`; fails if `work` succeeds. */
export async function refusal(
  work: Promise<unknown>,
): Promise<{ code: string | undefined; constraint: string | undefined }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DatabaseError) return { code: error.code, constraint: error.constraint };
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Name of the constraint that refused `work`. */
export async function constraintOf(work: Promise<unknown>): Promise<string | undefined> {
  return (await refusal(work)).constraint;
}
