import { describe, expect, it } from 'vitest';
import { newPreset, presetChanges, presetSettings } from './presets.ts';

const all = {
  visibility: 'invite',
  coverStyle: 'title',
  sortBy: 'filename',
  allowOriginal: false,
  allowWeb: true,
  expiresAfterDays: 90,
  watermarkId: '0'.repeat(20),
  sections: ['Ceremony', 'Party'],
};

describe('preset settings', () => {
  it('accept all, some or no fields', () => {
    expect(presetSettings.parse(all)).toEqual(all);
    for (const [key, value] of Object.entries(all))
      expect(presetSettings.parse({ [key]: value })).toEqual({ [key]: value });
    expect(presetSettings.parse({})).toEqual({});
    expect(presetSettings.parse({ watermarkId: null, expiresAfterDays: 0 })).toEqual({
      watermarkId: null,
      expiresAfterDays: 0,
    });
  });

  it.each([
    // A password belongs to one gallery, not to a preset.
    { visibility: 'password' },
    { password: 'secret' },
    { expiresAfterDays: -1 },
    { expiresAfterDays: 3651 },
    { expiresAfterDays: 1.5 },
    { watermarkId: 'x' },
    { sections: [''] },
    { sections: Array.from({ length: 101 }, (_, index) => `Section ${index}`) },
    { sortBy: null },
    { coverStyle: 'wide' },
    { status: 'published' },
    { customerId: '0'.repeat(20) },
  ])('refuse %j', (wrong) => {
    expect(presetSettings.safeParse({ ...all, ...wrong }).success).toBe(false);
  });
});

describe('a preset', () => {
  it('requires a name, and is replaced as a whole', () => {
    const fields = { id: '0'.repeat(20), name: ' Wedding ', settings: {} };
    expect(newPreset.parse(fields)).toEqual({ ...fields, name: 'Wedding' });
    expect(newPreset.safeParse({ ...fields, name: ' ' }).success).toBe(false);
    expect(newPreset.safeParse({ ...fields, accountId: '0'.repeat(10) }).success).toBe(false);
    expect(presetChanges.parse({ settings: { sortBy: 'manual' } })).toEqual({ settings: { sortBy: 'manual' } });
  });
});
