import { DatabaseError } from 'pg';

/** What PostgreSQL refused `work` with; fails when it did not refuse. */
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

/** The constraint that refused `work`. */
export async function constraintOf(work: Promise<unknown>): Promise<string | undefined> {
  return (await refusal(work)).constraint;
}
