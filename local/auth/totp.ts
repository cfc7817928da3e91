import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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
