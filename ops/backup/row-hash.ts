import { hash } from 'node:crypto';
import { Transform } from 'node:stream';

export interface RowDigest {
  rows: number;
  /** 32 hex digits. */
  hash: string;
}

const NEWLINE = 10;
const MODULUS = 1n << 128n;

/**
 * Reads COPY's text format as it passes by: one line a row, since line breaks within values are escaped. The digest is
 * the sum of the rows' SHA-256 (first 128 bits), so it does not depend on their order, and a row that is there twice
 * counts twice. It finds damage and omissions; it is no signature, for whoever can write the files can write it too.
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
      // COPY ends every row with a line break: what is left is half a row, and must not pass for none.
      if (rest.length > 0) add(rest);
      done();
    },
  });
  return { stream, digest: () => ({ rows, hash: (sum % MODULUS).toString(16).padStart(32, '0') }) };
}
