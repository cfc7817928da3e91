import { AppError } from '#core/domain/errors.ts';
import type { Queryable } from '../lib/db.ts';

/** A person as the auth service knows them at this moment; a token tells of an hour ago. */
export interface AuthUser {
  /** In lower case; empty for those without one. */
  email: string;
  /** Whether the auth service has seen that the e-mail is theirs. */
  isConfirmed: boolean;
  /** What they call themselves, or what stands before the @ of their e-mail. */
  name: string;
}

/** One line of somebody's own choosing, for mails and lists: line breaks would let it pass for more. */
const oneLine = (text: string) => `nullif(btrim(regexp_replace(${text}, '[[:cntrl:][:space:]]+', ' ', 'g')), '')`;

/**
 * Providers tell of `full_name` and `name`; our own sign-up asks for a name.
 * @throws AppError `session_ended` for somebody whose sign-in was deleted
 */
export async function readAuthUser(db: Queryable, userId: string): Promise<AuthUser> {
  const [row] = await db.query<AuthUser>(
    `select lower(coalesce(email, '')) as email, email_confirmed_at is not null as "isConfirmed",
       left(coalesce(${oneLine(`raw_user_meta_data ->> 'full_name'`)}, ${oneLine(`raw_user_meta_data ->> 'name'`)},
         split_part(coalesce(email, ''), '@', 1)), 120) as name
     from auth.users where id = $1`,
    [userId],
  );
  if (!row) throw new AppError('session_ended');
  return row;
}
