import { AppError } from '#core/domain/errors.ts';
import type { Identity } from './auth.ts';
import { type Queryable, timestamp } from './db.ts';

/** What the auth service's own tables say of a token that is otherwise in order. */
export interface TokenStatus {
  /** Neither signed out, here or elsewhere, nor over, nor the person banned. */
  isOpen: boolean;
  /** Whether the person has a second factor, and must have shown it. */
  hasFactor: boolean;
}

/** Of the person `$1` in the session `$2` at `$3`. */
export const TOKEN_STATUS = `exists (select from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id = $2 and s.user_id = $1 and (s.not_after is null or s.not_after > $3)
       and (u.banned_until is null or u.banned_until <= $3)) as "isOpen",
   exists (select from auth.mfa_factors f where f.user_id = $1 and f.status = 'verified') as "hasFactor"`;

/** The values of `STANDING`. */
export function tokenStatusValues({ userId, sessionId }: Identity, now: number): [string, string, Date] {
  return [userId, sessionId, timestamp(now)];
}

/** @throws AppError `session_ended`, `mfa_required` */
export function assertActive({ isSecondFactor }: Identity, { isOpen, hasFactor }: TokenStatus): void {
  if (!isOpen) throw new AppError('session_ended');
  if (hasFactor && !isSecondFactor) throw new AppError('mfa_required');
}

/**
 * Asked on every call: an access token alone would go on for an hour after its session was ended.
 * @throws AppError `session_ended`, `mfa_required`
 */
export async function requireSession(db: Queryable, identity: Identity, now: number): Promise<void> {
  const [standing] = await db.query<TokenStatus>(`select ${TOKEN_STATUS}`, tokenStatusValues(identity, now));
  assertActive(identity, standing!);
}
