import { describe, expect, it } from 'vitest';
import type { GalleryEvent } from '#core/api/galleries.ts';
import { GALLERY_EVENT_KINDS } from '#core/domain/galleries/galleries.ts';
import activity from '#locales/en/activity.json' with { type: 'json' };
import { eventText, matchesFilter } from './event-text.ts';

const event = (values: Partial<GalleryEvent>): GalleryEvent => ({
  id: '1',
  kind: 'opened',
  at: 0,
  size: null,
  photoCount: null,
  photo: null,
  grant: null,
  ...values,
});
const nora = { id: 'nora', label: 'Nora Vidal', email: 'nora@example.org' };
const photo = { filename: 'IMG_0001.jpg' };

describe('eventText', () => {
  it('names an invited person by name or address only', () => {
    expect(eventText(event({ grant: nora })).who).toBe('Nora Vidal');
    expect(eventText(event({ grant: { ...nora, label: '' } })).who).toBe('nora@example.org');
    expect(eventText(event({})).who).toBeNull();
  });

  it('distinguishes one photo from many, and the sizes', () => {
    const key = (values: Partial<GalleryEvent>) => eventText(event({ kind: 'downloaded', ...values })).key;
    expect(key({ photoCount: 48, size: 'web' })).toBe('downloadedPhotosWeb');
    expect(key({ photo, photoCount: 1, size: 'original' })).toBe('downloadedPhotoOriginal');
    expect(key({ photo })).toBe('downloadedPhoto');
    expect(key({ size: 'web' })).toBe('downloadedSomethingWeb');
    expect(eventText(event({ kind: 'viewed', photo })).key).toBe('viewedPhoto');
    expect(eventText(event({ kind: 'viewed' })).key).toBe('viewed');
    expect(eventText(event({ kind: 'commented', photo })).key).toBe('commentedPhoto');
    expect(eventText(event({ kind: 'submitted', photoCount: 34 })).count).toBe(34);
  });

  it('has a text for every event', () => {
    const all = GALLERY_EVENT_KINDS.flatMap((kind) =>
      ([null, 'web', 'original'] as const).flatMap((size) =>
        [null, 1, 5].flatMap((photoCount) =>
          [null, photo].map((shown) => eventText(event({ kind, size, photoCount, photo: shown }))),
        ),
      ),
    );
    const said: Record<string, string> = activity.said;
    const missing = all.filter(({ key }) => !(key in said) && !(`${key}_other` in said));
    expect(missing).toEqual([]);
  });
});

describe('matchesFilter', () => {
  it('filters events by kind', () => {
    expect(matchesFilter(event({ kind: 'viewed' }), 'visits')).toBe(true);
    expect(matchesFilter(event({ kind: 'downloaded' }), 'visits')).toBe(false);
    expect(matchesFilter(event({ kind: 'submitted' }), 'choices')).toBe(true);
    expect(matchesFilter(event({ kind: 'hidden' }), 'all')).toBe(true);
  });
});
