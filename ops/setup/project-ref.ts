import type { Answers } from './question.ts';

/** Ref of the Supabase project in an address: of the project, of its database, or of the user at the shared pooler. */
const REF = /(?:\/\/|@db\.|\/\/postgres\.)([a-z]{20})[.:]/;

/** Returns the ref in an address; undefined for one outside Supabase. */
export const projectRef = (address: string) => REF.exec(address)?.[1];

/** Returns a problem if an address is of another Supabase project than the answers before it. */
export function projectProblems(address: string, answers: Answers): string[] {
  const ref = projectRef(address);
  const other = ['SupabaseUrl', 'DatabaseUrl'].find((name) => {
    const known = projectRef(answers.get(name) ?? '');
    return ref && known && known !== ref;
  });
  return other ? [`it is of another project than ${other}`] : [];
}
