import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createZip, partFilename, planParts, type SizedEntry } from './zip.ts';

const GB = 1024 ** 3;

const entry = (name: string, size: number, taken = '2026-07-01T12:00:00'): SizedEntry => ({
  photoId: name,
  fileId: name,
  key: name,
  name,
  size,
  taken,
});

/** Endless bytes: yields one buffer repeatedly. */
async function* zeros(size: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(Math.min(size, 16 * 1024 ** 2));
  for (let left = size; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
}

describe('planParts', () => {
  it('fills each file in order, and predicts its size to the byte', async () => {
    const entries = Array.from({ length: 50 }, (_, n) => entry(`sección/${'x'.repeat(n)}.jpg`, 1000 + n));
    const parts = planParts(entries, 9000);
    expect(parts.flatMap((part) => part.entries)).toEqual(entries);
    for (const part of parts) {
      expect(part.size).toBeLessThanOrEqual(9000);
      const zip = await buffer(createZip(part, ({ size }) => zeros(size)));
      expect(zip.byteLength).toBe(part.size);
    }
    // The next photo would not have fitted.
    for (const [index, part] of parts.slice(0, -1).entries())
      expect(part.size + parts[index + 1]!.entries[0]!.size).toBeGreaterThan(9000 - 300);
  });

  it('keeps files below 4 GiB, and gives a larger photo its own file', () => {
    const parts = planParts([entry('a', 3 * GB), entry('b', GB), entry('c', 5 * GB), entry('d', 1)]);
    expect(parts.map((part) => part.entries.map(({ name }) => name))).toEqual([['a'], ['b'], ['c'], ['d']]);
    expect(parts.map(({ size }) => size < 4 * GB)).toEqual([true, true, false, true]);
    expect(planParts([entry('a', 3 * GB), entry('b', GB - 10_000)])).toHaveLength(1);
  });

  it('puts at most 65,535 photos into a file, as many as a ZIP without Zip64 can count', () => {
    const parts = planParts(Array.from({ length: 65_536 }, (_, n) => entry(`${n}`, 1)));
    expect(parts.map(({ entries }) => entries.length)).toEqual([65_535, 1]);
  });
});

describe('partFilename', () => {
  it('names a single file after its gallery, and numbers several', () => {
    expect(partFilename('Núria & Pau', 0, 1)).toBe('Núria & Pau.zip');
    expect(partFilename('../a:b', 1, 3)).toBe('_._a_b (2-3).zip');
    expect(partFilename(' ', 0, 1)).toBe('photos.zip');
  });
});

describe('createZip', () => {
  it('clamps times outside the range of ZIP', async () => {
    const times = ['1899-11-30T00:00:00', '1980-01-01T00:00:00', '2099-12-31T23:59:59', '9999-01-01T00:00:00'];
    const [part] = planParts(times.map((taken, n) => entry(`${n}`, 1, taken)));
    const zip = await buffer(createZip(part!, ({ size }) => zeros(size)));
    const stride = 30 + 1 + 1 + 16;
    const stamps = times.map((_, n) => [zip.readUInt16LE(n * stride + 12), zip.readUInt16LE(n * stride + 10)]);
    const [first, last] = [
      [(1 << 5) | 1, 0],
      [(119 << 9) | (12 << 5) | 31, (23 << 11) | (59 << 5) | 29],
    ];
    expect(stamps).toEqual([first, first, last, last]);
  });

  it('reads each entry only after the previous one was consumed', async () => {
    const opened: string[] = [];
    const [part] = planParts([entry('a', 40 * 1024 ** 2), entry('b', 1)]);
    const zip = createZip(part!, ({ name, size }) => {
      opened.push(name);
      return zeros(size);
    });
    for (let chunk = 0; chunk < 4; chunk++) await zip.next();
    expect(opened).toEqual(['a']);
    await zip.return(undefined);
  });

  it('passes on an error of its source unchanged', async () => {
    const failure = new Error('gone');
    const [part] = planParts([entry('a', 1)]);
    // oxlint-disable-next-line require-yield -- it throws before the first byte
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      throw failure;
    };
    await expect(buffer(createZip(part!, failing))).rejects.toBe(failure);
  });
});
