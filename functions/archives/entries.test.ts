import { describe, expect, it } from 'vitest';
import { type ArchivedPhoto, buildEntries, entriesFingerprint } from './entries.ts';

const GALLERY = '0'.repeat(26);
const OPTIONS = {
  galleryId: GALLERY,
  size: 'original',
  timeZone: 'Europe/Madrid',
  folders: true,
  clean: false,
} as const;

const photo = (id: string, changes: Partial<ArchivedPhoto> = {}): ArchivedPhoto => ({
  id,
  fileId: id.padEnd(24, '0'),
  filename: 'IMG.jpg',
  originalKey: `${GALLERY}/${id}/x`,
  mimeType: 'image/jpeg',
  size: 10,
  webSize: null,
  capturedAt: Date.UTC(2026, 6, 1, 10),
  captureOffset: 0,
  uploadedAt: 0,
  order: 0,
  ...changes,
});
const section = (id: string, name: string) => ({ id, name, order: 0, isVisible: true, sortBy: null });
const group = (name: string | null, ...photos: ArchivedPhoto[]) => ({
  section: name === null ? null : section(name, name),
  photos,
});
const namesOf = (...given: Parameters<typeof buildEntries>) => buildEntries(...given).map(({ name }) => name);

describe('buildEntries', () => {
  it('numbers the folders of sections with photos, and separates duplicates in each', () => {
    const groups = [
      group(null, photo('a'), photo('b', { filename: 'img.JPG' })),
      group('Empty'),
      group('Ball', photo('c'), photo('d')),
      group('../x', photo('e')),
    ];
    expect(namesOf(groups, OPTIONS)).toEqual([
      'IMG.jpg',
      'img (2).JPG',
      '01 Ball/IMG.jpg',
      '01 Ball/IMG (2).jpg',
      '02 _._x/IMG.jpg',
    ]);
    expect(namesOf(groups.slice(2, 3), { ...OPTIONS, folders: false })).toEqual(['IMG.jpg', 'IMG (2).jpg']);
  });

  it('gives no photo the name of a folder', () => {
    const groups = [group(null, photo('a', { filename: '01 ball.jpg' })), group('Ball.jpg', photo('b'))];
    expect(namesOf(groups, OPTIONS)).toEqual(['01 ball (2).jpg', '01 Ball.jpg/IMG.jpg']);
  });

  it('gives originals an extension of their content', () => {
    const named = (filename: string, mimeType: string) =>
      namesOf([group(null, photo('a', { filename, mimeType }))], OPTIONS);
    expect(named('invoice.hta', 'image/jpeg')).toEqual(['invoice.jpg']);
    expect(named('scan.TIF', 'image/tiff')).toEqual(['scan.TIF']);
  });

  it('names renditions by their format, with the size that ingest recorded', () => {
    const raw = photo('a', { filename: 'DSC.NEF', webSize: 4 });
    const [entry] = buildEntries([group(null, raw)], { ...OPTIONS, size: 'web' });
    expect(entry).toMatchObject({ name: 'DSC.jpg', size: 4, key: `${GALLERY}/${raw.fileId}/w1920-q82.jpg` });
  });

  it('converts capture times to the studio’s local time, in summer and winter', () => {
    const taken = (changes: Partial<ArchivedPhoto>) =>
      buildEntries([group(null, photo('a', changes))], OPTIONS)[0]!.taken;
    expect(taken({})).toBe('2026-07-01T12:00:00');
    expect(taken({ capturedAt: Date.UTC(2026, 0, 1, 10), captureOffset: -3600 })).toBe('2026-01-01T10:00:00');
    expect(taken({ capturedAt: null, uploadedAt: Date.UTC(2026, 11, 31, 23, 30) })).toBe('2027-01-01T00:30:00');
  });
});

describe('entriesFingerprint', () => {
  const entries = buildEntries([group(null, photo('a'), photo('b'))], OPTIONS);
  const [first, second] = entries as [(typeof entries)[0], (typeof entries)[0]];

  it('is equal for equal entries and differs when any byte-relevant field differs', () => {
    expect(entriesFingerprint('original', structuredClone(entries))).toBe(entriesFingerprint('original', entries));
    const others = [
      entriesFingerprint('web', entries),
      entriesFingerprint('original', [second, first]),
      entriesFingerprint('original', [first]),
      ...(['photoId', 'key', 'name', 'taken'] as const).map((field) =>
        entriesFingerprint('original', [{ ...first, [field]: 'other' }, second]),
      ),
    ];
    expect(new Set([entriesFingerprint('original', entries), ...others]).size).toBe(others.length + 1);
  });

  it('ignores whether sizes are known', () => {
    expect(entriesFingerprint('web', [{ ...first, size: null }])).toBe(entriesFingerprint('web', [first]));
  });
});
