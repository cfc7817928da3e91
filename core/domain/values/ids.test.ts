import { describe, expect, it } from 'vitest';
import {
  accountId,
  parseAccountId,
  fileId,
  galleryId,
  ID_LENGTH,
  makeGalleryId,
  makeId,
  type RandomBytes,
  rowId,
  userId,
} from './ids.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const counting: RandomBytes = (bytes) => {
  for (const index of bytes.keys()) bytes[index] = index;
  return bytes;
};

describe('makeId', () => {
  it('maps bytes evenly onto Crockford’s alphabet', () => {
    const id = makeId(counting, 256);
    expect([...new Set(id)].join('')).toBe(ALPHABET);
    for (const letter of ALPHABET) expect(id.split(letter).length - 1, letter).toBe(8);
  });

  it.each([
    ['account', ID_LENGTH.account, accountId],
    ['row', ID_LENGTH.row, rowId],
    ['file', ID_LENGTH.file, fileId],
  ] as const)('creates ids of a %s that only its schema accepts', (_, length, schema) => {
    const id = makeId(counting, length);
    expect(id).toHaveLength(length);
    expect(schema.safeParse(id).success).toBe(true);
    const strangers = Array.from('ilouA-_% é', (letter) => letter + id.slice(1));
    for (const wrong of [id.slice(1), `${id}0`, `${id}\n`, ...strangers])
      expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  });

  it('requests as many fresh random bytes as letters for each id', () => {
    const asked: number[] = [];
    makeId((bytes) => {
      asked.push(bytes.length);
      return bytes;
    });
    expect(asked).toEqual([20]);
  });
});

describe("a gallery's id", () => {
  it('starts with the id of its account', () => {
    const account = makeId(counting, ID_LENGTH.account);
    const id = makeGalleryId(counting, account);
    expect(galleryId.safeParse(id).success).toBe(true);
    expect(parseAccountId(id)).toBe(account);
    expect(id).toHaveLength(26);
  });
});

describe('userId', () => {
  it('is a uuid', () => {
    expect(userId.safeParse('7f1c8a52-95b0-4b8c-9a0d-1f2e3d4c5b6a').success).toBe(true);
    expect(userId.safeParse('anon').success).toBe(false);
  });
});
