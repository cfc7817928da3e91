/*
 * Sign-ins that this browser has begun. An address with a session in its fragment signs in every person who opens it,
 * also if another person sent it: so a person is asked first, unless they began that sign-in here.
 */
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { readStored, writeStored } from '../browser/storage.ts';
import { type ArrivingSession, readArrivingSession } from './arriving-session.ts';

const KEY = 'auth-flows';
/** Lifetime of a mailed link (`otp_expiry` of supabase/config.toml). */
const MAIL_MS = HOUR_MS;
/** Time for a provider's pages; the auth service forgets the sign-in sooner. */
const PROVIDER_MS = 10 * MINUTE_MS;
/** Time for the reload after the person's consent. */
const CONSENT_MS = MINUTE_MS;
/** Sign-ins under way at the same time; older ones are forgotten. */
const MAX_FLOWS = 5;

/** How a sign-in was begun: with a mail to this address, with a provider, or by consent to this person's session. */
type AuthFlow = { email: string } | { provider: true } | { userId: string };
type StoredFlow = AuthFlow & { until: number };

const lifetimeOf = (flow: AuthFlow): number =>
  'email' in flow ? MAIL_MS : 'provider' in flow ? PROVIDER_MS : CONSENT_MS;

/** Remembers that this browser begins a sign-in, whose session may then arrive in an address. */
export function beginAuthFlow(flow: AuthFlow, now = Date.now()): void {
  const others = readFlows(now).filter((one) => !isSame(one, flow));
  writeStored(KEY, [{ ...flow, until: now + lifetimeOf(flow) }, ...others].slice(0, MAX_FLOWS));
}

function readFlows(now: number): StoredFlow[] {
  const stored = readStored(KEY);
  return Array.isArray(stored) ? (stored as StoredFlow[]).filter(({ until }) => until > now) : [];
}

const isSame = (one: AuthFlow, other: AuthFlow) =>
  ('email' in one && 'email' in other && one.email.toLowerCase() === other.email.toLowerCase()) ||
  ('provider' in one && 'provider' in other) ||
  ('userId' in one && 'userId' in other && one.userId === other.userId);

/**
 * Returns the session of the address if the person has to be asked before it signs them in; null if there is none, or
 * it is theirs: of the same account, or of a sign-in that was begun here, which is then over. A refused one signs nobody in.
 * @param current account of the stored session; null for a person who is signed out
 */
export function sessionToConfirm(href: string, current: string | null, now = Date.now()): ArrivingSession | null {
  const session = readArrivingSession(href);
  if (session === null || session === 'refused' || session.userId === current) return null;
  const flows = readFlows(now);
  const ways: AuthFlow[] = [{ userId: session.userId }];
  // A sign-in that was begun before another person signed in is not theirs.
  if (current === null) ways.push({ email: session.name }, { provider: true });
  const way = ways.find((one) => flows.some((flow) => isSame(one, flow)));
  if (!way) return session;
  writeStored(
    KEY,
    flows.filter((flow) => !isSame(flow, way)),
  );
  return null;
}
