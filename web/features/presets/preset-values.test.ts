import { describe, expect, it } from 'vitest';
import { endOfDay, localDate } from '#core/domain/time.ts';
import {
  EMPTY_PRESET,
  type GalleryPresetFields,
  gallerySettings,
  parseDays,
  presetExpiry,
  toPresetSettings,
  toPresetValues,
  undoChanges,
} from './preset-values.ts';

const zone = 'Europe/Madrid';
const MARK = 'abcdefghjkmnpqrstvwx';
const gallery: GalleryPresetFields = {
  visibility: 'link',
  sortBy: 'captured_at',
  allowWeb: true,
  allowOriginal: false,
  expiresAt: null,
  watermarkId: null,
};

describe('the form', () => {
  it('that says nothing makes a preset that says nothing', () => {
    expect(toPresetSettings({ ...EMPTY_PRESET, name: 'Wedding' })).toEqual({});
  });

  it('holds a preset and gives it back', () => {
    const settings = {
      visibility: 'invite',
      sortBy: 'manual',
      allowWeb: true,
      allowOriginal: false,
      expiresAfterDays: 90,
      watermarkId: MARK,
      sections: ['Ceremony', 'Dinner'],
    } as const;
    expect(toPresetSettings(toPresetValues('Wedding', { ...settings, sections: [...settings.sections] }))).toEqual(
      settings,
    );
    expect(toPresetSettings(toPresetValues('Plain', { expiresAfterDays: 0, watermarkId: null }))).toEqual({
      expiresAfterDays: 0,
      watermarkId: null,
    });
  });

  it('leaves out sections that are empty or there twice', () => {
    expect(toPresetSettings({ ...EMPTY_PRESET, sections: [' Dinner ', '', 'Dinner', 'Dance'] }).sections).toEqual([
      'Dinner',
      'Dance',
    ]);
  });

  it('takes days as whole numbers up to ten years', () => {
    expect(['1', ' 30 ', '3650', '0', '3651', '1.5', '-4', '', 'many'].map(parseDays)).toEqual([
      1,
      30,
      3650,
      ...Array.from({ length: 6 }, () => null),
    ]);
  });
});

describe('the last day', () => {
  it('ends when the studio’s day does, also over a change of the clocks', () => {
    // The clocks go forward on 29 March 2026; half past eleven in the evening, when a day too many is easily counted.
    const now = Date.parse('2026-03-28T22:30:00Z');
    expect(presetExpiry({ expiresAfterDays: 1 }, now, zone)).toBe(endOfDay('2026-03-29', zone));
    expect(presetExpiry({ expiresAfterDays: 2 }, now, zone)).toBe(Date.parse('2026-03-30T22:00:00Z') - 1);
    // Past midnight in Madrid, and not yet in Greenwich.
    const late = Date.parse('2026-01-10T23:30:00Z');
    expect(presetExpiry({ expiresAfterDays: 1 }, late, zone)).toBe(endOfDay('2026-01-12', zone));
  });

  it('is none where the preset says so, and unsaid where it says nothing', () => {
    expect(presetExpiry({ expiresAfterDays: 0 }, 0, zone)).toBe(0);
    expect(presetExpiry({}, 0, zone)).toBeUndefined();
  });
});

describe('taking a preset back', () => {
  it('gives the gallery its own values of what the preset names, and of nothing else', () => {
    expect(undoChanges({ visibility: 'public', expiresAfterDays: 30, watermarkId: MARK }, gallery)).toEqual({
      visibility: 'link',
      expiresAt: 0,
      watermarkId: null,
    });
    expect(undoChanges({ sections: ['Dinner'] }, gallery)).toEqual({});
    const open = { ...gallery, expiresAt: 1234 };
    expect(undoChanges({ expiresAfterDays: 0, allowWeb: false }, open)).toEqual({ expiresAt: 1234, allowWeb: true });
  });
});

describe('a gallery as a preset', () => {
  const from = Date.parse('2026-11-21T12:00:00Z');

  it('says what the gallery has, and counts its days from the first', () => {
    const expiresAt = endOfDay('2026-12-21', zone);
    expect(localDate(expiresAt, zone)).toBe('2026-12-21');
    expect(gallerySettings({ ...gallery, expiresAt }, ['Dinner'], from, zone)).toEqual({
      visibility: 'link',
      sortBy: 'captured_at',
      allowWeb: true,
      allowOriginal: false,
      expiresAfterDays: 30,
      watermarkId: null,
      sections: ['Dinner'],
    });
    expect(gallerySettings(gallery, [], from, zone)).toMatchObject({ expiresAfterDays: 0 });
  });

  it('has no password, and no days when it closed before it opened', () => {
    const look = { ...gallery, visibility: 'password', expiresAt: from - 86_400_000 } as const;
    const settings = gallerySettings(look, [], from, zone);
    expect(settings).not.toHaveProperty('visibility');
    expect(settings).not.toHaveProperty('expiresAfterDays');
  });
});
