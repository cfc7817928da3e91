import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import {
  EMPTY_PRESET,
  type GalleryPresetFields,
  gallerySettings,
  parseDays,
  toPresetSettings,
  toPresetValues,
  undoChanges,
} from './preset-values.ts';

const zone = 'Europe/Madrid';
const MARK = 'abcdefghjkmnpqrstvwx';
const gallery: GalleryPresetFields = {
  visibility: 'link',
  coverStyle: 'band',
  settings: { design: { layout: 'columns', fontPair: 'Fraunces' } },
  sortBy: 'captured_at',
  allowWeb: true,
  allowOriginal: false,
  expiresAt: null,
  watermarkId: null,
};

describe('the form', () => {
  it('makes an empty preset from empty values', () => {
    expect(toPresetSettings({ ...EMPTY_PRESET, name: 'Wedding' })).toEqual({});
  });

  it('reads a preset and writes it back', () => {
    const settings = {
      visibility: 'invite',
      coverStyle: 'title',
      design: { layout: 'columns', photoSize: 'large', fontPair: 'Tenor Sans' },
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

  it('drops empty and repeated sections', () => {
    expect(toPresetSettings({ ...EMPTY_PRESET, sections: [' Dinner ', '', 'Dinner', 'Dance'] }).sections).toEqual([
      'Dinner',
      'Dance',
    ]);
  });

  it('accepts whole days up to ten years', () => {
    expect(['1', ' 30 ', '3650', '0', '3651', '1.5', '-4', '', 'many'].map(parseDays)).toEqual([
      1,
      30,
      3650,
      ...Array.from({ length: 6 }, () => null),
    ]);
  });
});

describe('undoChanges', () => {
  it('restores only the settings that the preset has', () => {
    expect(
      undoChanges({ visibility: 'public', coverStyle: 'none', expiresAfterDays: 30, watermarkId: MARK }, gallery),
    ).toEqual({
      visibility: 'link',
      coverStyle: 'band',
      expiresAt: 0,
      watermarkId: null,
    });
    expect(undoChanges({ sections: ['Dinner'] }, gallery)).toEqual({});
    const open = { ...gallery, expiresAt: 1234 };
    expect(undoChanges({ expiresAfterDays: 0, allowWeb: false }, open)).toEqual({ expiresAt: 1234, allowWeb: true });
  });
});

describe('gallerySettings', () => {
  const from = Date.parse('2026-11-21T12:00:00Z');

  it('returns the gallery’s settings with days from the first', () => {
    const expiresAt = endOfDay('2026-12-21', zone);
    expect(localDate(expiresAt, zone)).toBe('2026-12-21');
    expect(gallerySettings({ ...gallery, expiresAt }, ['Dinner'], from, zone)).toEqual({
      visibility: 'link',
      coverStyle: 'band',
      design: { layout: 'columns', fontPair: 'Fraunces' },
      sortBy: 'captured_at',
      allowWeb: true,
      allowOriginal: false,
      expiresAfterDays: 30,
      watermarkId: null,
      sections: ['Dinner'],
    });
    expect(gallerySettings(gallery, [], from, zone)).toMatchObject({ expiresAfterDays: 0 });
  });

  it('leaves out the password, and the days if it closed before it opened', () => {
    const look = { ...gallery, visibility: 'password', expiresAt: from - DAY_MS } as const;
    const settings = gallerySettings(look, [], from, zone);
    expect(settings).not.toHaveProperty('visibility');
    expect(settings).not.toHaveProperty('expiresAfterDays');
  });
});
