import type { Queryable } from '../lib/db.ts';

/** A person as the auth service knows them at this moment; a token tells of an hour ago. */
export interface OwnPerson {
  /** In lower case; empty for those without one. */
  email: string;
  /** Whether the auth service has seen that the e-mail is theirs. */
  isConfirmed: boolean;
  /** What they call themselves, or what stands before the @ of their e-mail. */
  name: string;
}

/** Providers tell of `full_name` and `name`; our own sign-up asks for a name. */
export async function readPerson(db: Queryable, userId: string): Promise<OwnPerson> {
  const [row] = await db.query<OwnPerson>(
    `select lower(coalesce(email, '')) as email, email_confirmed_at is not null as "isConfirmed",
       left(coalesce(nullif(btrim(raw_user_meta_data ->> 'full_name'), ''), nullif(btrim(raw_user_meta_data ->> 'name'), ''),
         split_part(coalesce(email, ''), '@', 1)), 120) as name
     from auth.users where id = $1`,
    [userId],
  );
  return row ?? { email: '', isConfirmed: false, name: '' };
}
