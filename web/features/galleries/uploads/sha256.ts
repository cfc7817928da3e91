/*
 * SHA-256 (FIPS 180-4) piece by piece: the browser's own takes a whole file at once, and some are too large to hold.
 */

const BLOCK_BYTES = 64;
/** The message's length in bits ends the last block. */
const LENGTH_BYTES = 8;

/**
 * The first 32 bits of what follows the point in a root of the first primes: the standard's constants. None is so near
 * to the next that a browser's rounding of the root could change it.
 */
const rootsOf = (count: number, root: (prime: number) => number) =>
  Uint32Array.from(primes(count), (prime) => (root(prime) % 1) * 2 ** 32);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

const INITIAL = rootsOf(8, Math.sqrt);
const ROUNDS = rootsOf(64, Math.cbrt);

export class Sha256 {
  readonly #state = Int32Array.from(INITIAL);
  readonly #schedule = new Int32Array(64);
  readonly #rest = new Uint8Array(BLOCK_BYTES);
  #length = 0;

  update(bytes: Uint8Array): this {
    const filled = this.#length % BLOCK_BYTES;
    this.#length += bytes.length;
    let at = 0;
    if (filled > 0) {
      at = Math.min(BLOCK_BYTES - filled, bytes.length);
      this.#rest.set(bytes.subarray(0, at), filled);
      if (filled + at < BLOCK_BYTES) return this;
      this.#compress(this.#rest, 0);
    }
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) this.#compress(bytes, at);
    this.#rest.set(bytes.subarray(at));
    return this;
  }

  /** Hexadecimal. Ends it: nothing may be added afterwards. */
  digest(): string {
    const length = this.#length;
    const rest = length % BLOCK_BYTES;
    const padding = new Uint8Array((rest < BLOCK_BYTES - LENGTH_BYTES ? 1 : 2) * BLOCK_BYTES - rest);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - LENGTH_BYTES, BigInt(length) * 8n);
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  /** Plain variables in place of lists: this runs for every 64 bytes, and lists make it a third as fast. */
  #compress(bytes: Uint8Array, from: number): void {
    const w = this.#schedule;
    for (let i = 0, at = from; i < 16; i += 1, at += 4) {
      w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    }
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    const s = this.#state;
    let a = s[0]!;
    let b = s[1]!;
    let c = s[2]!;
    let d = s[3]!;
    let e = s[4]!;
    let f = s[5]!;
    let g = s[6]!;
    let h = s[7]!;
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    s[0]! += a;
    s[1]! += b;
    s[2]! += c;
    s[3]! += d;
    s[4]! += e;
    s[5]! += f;
    s[6]! += g;
    s[7]! += h;
  }
}

/** To the right, what falls off coming in on the left. */
function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
