import { hash } from 'node:crypto';
import { Transform } from 'node:stream';

interface RowDigest {
  rows: number;
  /** 32 hex digits. */
  hash: string;
}

const NEWLINE = 10;
const MODULUS = 1n << 128n;

/**
 * Hashes COPY's text format: one line per row, since line breaks within values are escaped. The digest is the sum of
 * the rows' SHA-256 (first 128 bits): independent of their order, and counting duplicates. It detects damage and
 * omissions, but is no signature: anyone who can write the files can change it too.
 */
export function hashRows(): { stream: Transform; digest: () => RowDigest } {
  let [rows, sum] = [0, 0n];
  let rest: Buffer = Buffer.alloc(0);
  const add = (line: Buffer) => {
    rows += 1;
    sum += BigInt(`0x${hash('sha256', line, 'hex').slice(0, 32)}`);
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let from = 0;
      for (let to = text.indexOf(NEWLINE); to >= 0; to = text.indexOf(NEWLINE, from)) {
        add(text.subarray(from, to));
        from = to + 1;
      }
      rest = text.subarray(from);
      done(null, chunk);
    },
    flush(done) {
      // COPY ends every row with a line break, so a remainder is an incomplete row and must be counted.
      if (rest.length > 0) add(rest);
      done();
    },
  });
  return { stream, digest: () => ({ rows, hash: (sum % MODULUS).toString(16).padStart(32, '0') }) };
}
