import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's scrypt figures: 2^15 × 8 × 3 costs 32 MB and a few tens of milliseconds a guess. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 } as const;
const KEY_BYTES = 32;

/** `scrypt$15$8$3$salt$hash`, salt and hash in base64url: the figures stay readable when they are raised one day. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', Math.log2(COST.N), COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether a password belongs to a stored hash. An unreadable hash fits nothing. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, log2N, r, p, salt, hash] = stored.split('$');
  if (kind !== 'scrypt' || !salt || !hash) return false;
  const cost = { N: 2 ** Number(log2N), r: Number(r), p: Number(p), maxmem: COST.maxmem };
  const expected = Buffer.from(hash, 'base64url');
  const key = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return expected.length === key.length && timingSafeEqual(key, expected);
}

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number; maxmem: number }) {
  // NFKC: the same password typed on a phone and on a Mac may come in different code points.
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
