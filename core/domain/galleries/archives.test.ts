import { describe, expect, it } from 'vitest';
import { ARCHIVE_STATUSES, ARCHIVE_TRANSITIONS, downloadPin, MAX_ARCHIVE_PART_BYTES, SHARE_BATCH } from './archives.ts';

describe('an archive', () => {
  it('is packed, resumes after a crashed job, and expires', () => {
    expect(ARCHIVE_TRANSITIONS).toEqual({
      queued: ['packing', 'failed'],
      packing: ['queued', 'ready', 'failed'],
      ready: ['expired'],
      failed: [],
      expired: [],
    });
    expect(Object.keys(ARCHIVE_TRANSITIONS)).toEqual([...ARCHIVE_STATUSES]);
  });

  it('has parts that FAT32 can store', () => {
    expect(MAX_ARCHIVE_PART_BYTES).toBe(4_294_967_295);
    expect(SHARE_BATCH).toEqual({ files: 10, bytes: 52_428_800 });
  });
});

describe('a PIN', () => {
  it.each(['0000', '1234', '00000000', '98765432'])('can be %s', (pin) => {
    expect(downloadPin.parse(pin)).toBe(pin);
  });

  it.each(['', '123', '123456789', '12a4', ' 1234', '1234\n', '１２３４', '١٢٣٤', 1234, null])(
    'cannot be %j',
    (pin) => {
      expect(downloadPin.safeParse(pin).success).toBe(false);
    },
  );
});
