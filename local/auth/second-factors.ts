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
import { isTotpCode, newSecret, totpUri } from './totp.ts';

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
