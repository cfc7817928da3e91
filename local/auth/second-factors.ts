import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import encode from 'qr';
import { recordAction } from './audit.ts';
import type { SignedIn } from './authentication.ts';
import { findChallenge, spendChallenge } from './challenges.ts';
import type { Tx } from './database.ts';
import { AuthError, badRequest, unprocessable } from './errors.ts';
import { type FactorRow, insertTotpFactor, requireRoomForFactor, verifyFactor } from './factors.ts';
import { renewRefreshToken } from './refresh-tokens.ts';
import type { AuthServices } from './services.ts';
import { raiseSession } from './sessions.ts';
import { type AuthSession, issueTokens } from './tokens.ts';

/** Defaults of authenticator apps (RFC 6238): SHA-1, six digits, 30 s. */
const DIGITS = 6;
const STEP_SECONDS = 30;

/** Tolerated clock difference, in steps. */
const WINDOW = 1;

/** Length of SHA-1's output, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a new secret in base 32, which can also be typed into an app. */
export function newSecret(): string {
  // 256 is a multiple of 32, so letters are equally likely.
  return Array.from(randomBytes((SECRET_BYTES * 8) / 5), (byte) => BASE32.charAt(byte % 32)).join('');
}

function decodeSecret(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code of a secret at a time. */
export function totpCode(secret: string, at: Date): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 1_000 / STEP_SECONDS)));
  const mac = createHmac('sha1', decodeSecret(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return (number % 10 ** DIGITS).toString().padStart(DIGITS, '0');
}

/** True for the current, previous or next code. */
export function isTotpCode(secret: string, typed: string, now: Date): boolean {
  const code = Buffer.from(typed.trim());
  let matches = false;
  for (let step = -WINDOW; step <= WINDOW; step += 1) {
    const expected = Buffer.from(totpCode(secret, new Date(now.getTime() + step * STEP_SECONDS * 1_000)));
    if (code.length === expected.length && timingSafeEqual(code, expected)) matches = true;
  }
  return matches;
}

/** Returns the URI of the QR code: issuer, account and algorithm. */
export function totpUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
  const label = encodeURI(`${issuer}:${account}`).replace(/[?#]/g, encodeURIComponent);
  const about = `algorithm=SHA1&digits=${DIGITS}&issuer=${encodeURIComponent(issuer)}&period=${STEP_SECONDS}`;
  return `otpauth://totp/${label}?${about}&secret=${secret}`;
}

/** Enrols an authenticator app, unverified until its first code. */
export async function enrolTotp(
  { settings }: AuthServices,
  tx: Tx,
  { user, session }: SignedIn,
  request: { name: string; issuer: string; ip: string | null },
) {
  await requireRoomForFactor(tx, session, request.name, settings);
  const secret = newSecret();
  const issuer = request.issuer || new URL(settings.siteUrl).host;
  const uri = totpUri({ issuer, account: user.email || user.phone || user.id, secret });
  const qrCode = qrSvg(uri);
  const factor = await insertTotpFactor(tx, user.id, request.name, secret);
  await recordAction(tx, user, 'factor_in_progress', { traits: { factor_id: factor.id }, ip: request.ip });
  return {
    id: factor.id,
    type: factor.factor_type,
    friendly_name: request.name,
    totp: { qr_code: qrCode, secret, uri },
  };
}

/**
 * Raises the session with an authenticator app's code. The session stays and gets new tokens; the user's sessions
 * without a second factor end, so that knowing the password alone is not enough.
 */
export async function verifyTotp(
  services: AuthServices,
  tx: Tx,
  { user, session }: SignedIn,
  factor: FactorRow,
  answer: { challengeId: string; code: string; ip: string | null },
): Promise<AuthSession | AuthError> {
  const challenge = await findChallenge(tx, factor, answer.challengeId, answer.ip, services.settings);
  if (challenge instanceof AuthError) return challenge;
  if (!isTotpCode(factor.secret ?? '', answer.code, tx.now)) {
    throw unprocessable('mfa_verification_failed', 'Invalid TOTP code entered');
  }
  const traits = { factor_id: factor.id, challenge_id: challenge.id, factor_type: factor.factor_type };
  await recordAction(tx, user, 'verification_attempted', { traits, ip: answer.ip });
  await spendChallenge(tx, challenge);
  const refreshToken = await renewRefreshToken(tx, user, session);
  const raised = await raiseSession(tx, session, factor.id);
  await verifyFactor(tx, factor);
  return issueTokens(services, tx, user, raised, refreshToken);
}

/** Light modules around the code, which cameras need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Pixels per module, if the page sets no size. */
const SCALE = 4;

/** Capacity of the largest code at medium error correction (ISO/IEC 18004, table 7: 40-M, bytes). */
const MAX_BYTES = 2_331;

/**
 * Returns a text as a QR code in SVG: black on a white background, readable on dark pages too, without characters that
 * a data: URL must escape. 400 if the text is too long.
 */
function qrSvg(text: string): string {
  if (Buffer.byteLength(text) > MAX_BYTES) throw badRequest('The issuer is too long for a QR code');
  const modules = encode(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const size = modules.length;
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  const attributes = `width="${size * SCALE}" height="${size * SCALE}" viewBox="0 0 ${size} ${size}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path d="${path.join('')}" fill="black"/></svg>`
  );
}
