import { describe, expect, it } from 'vitest';
import { csvFormat } from '../values/csv.ts';
import {
  ambiguousNames,
  captureOneList,
  lightroomList,
  type NamedPhoto,
  picksCsv,
  type Sidecar,
  sidecarFiles,
  stemOf,
  textList,
  xmp,
} from './pick-export.ts';

const photo = (sourceFilename: string, filename = sourceFilename): NamedPhoto => {
  return { id: sourceFilename + filename, filename, sourceFilename };
};
const RENAMED = photo('IMG_2.CR3', 'Ana and Pau 2.jpg');
const ids = (...photos: NamedPhoto[]) => new Set(photos.map(({ id }) => id));

describe('a stem', () => {
  it.each([
    ['IMG_1.CR3', 'IMG_1'],
    ['a.b.jpg', 'a.b'],
    ['IMG_1', 'IMG_1'],
    ['.hidden', '.hidden'],
  ])('of %s is %s', (name, stem) => {
    expect(stemOf(name)).toBe(stem);
  });
});

describe('lists of names', () => {
  const photos = [photo('IMG_1.JPG'), RENAMED, photo('IMG_1.CR3')];

  it('name the source files, each stem once', () => {
    expect(lightroomList(photos)).toBe('IMG_1, IMG_2');
    expect(captureOneList(photos)).toBe('IMG_1\nIMG_2');
    expect(textList(photos)).toBe('IMG_1.JPG\r\nIMG_2.CR3\r\nIMG_1.CR3\r\n');
  });

  it('fall back on the file name', () => {
    expect(lightroomList([{ id: 'a', filename: 'DSC_7.jpg', sourceFilename: null }])).toBe('DSC_7');
  });
});

describe('ambiguous names', () => {
  const [one, ten, hundred, other] = [
    photo('IMG_1.jpg'),
    photo('img_10.jpg'),
    photo('IMG_100.jpg'),
    photo('DSC_1.jpg'),
  ];
  const all = [hundred, other, ten, one];

  it('are stems that begin the stem of a photo that is not chosen', () => {
    expect(ambiguousNames(all, ids(one))).toEqual([
      { kind: 'prefix', names: ['IMG_1.jpg', 'img_10.jpg', 'IMG_100.jpg'] },
    ]);
    expect(ambiguousNames(all, ids(one, ten))).toEqual([
      { kind: 'prefix', names: ['IMG_1.jpg', 'IMG_100.jpg'] },
      { kind: 'prefix', names: ['img_10.jpg', 'IMG_100.jpg'] },
    ]);
  });

  it('are stems of several photos', () => {
    const second = photo('IMG_1.NEF');
    expect(ambiguousNames([one, second], ids(second))).toEqual([{ kind: 'shared', names: ['IMG_1.jpg', 'IMG_1.NEF'] }]);
  });

  it('are none where a search finds the chosen photos only', () => {
    expect(ambiguousNames(all, ids(one, ten, hundred))).toEqual([]);
    expect(ambiguousNames(all, ids(hundred, other))).toEqual([]);
    expect(ambiguousNames(all, new Set())).toEqual([]);
  });

  it('of ten thousand photos are found within a second', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => photo(`IMG_${10_000 + index}.jpg`));
    const start = performance.now();
    expect(ambiguousNames(many, new Set(many.map(({ id }) => id)))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('the CSV', () => {
  const row = {
    photo: RENAMED,
    person: '=HYPERLINK("x")',
    state: 'Yes',
    rating: 4,
    label: 'Red',
    rounds: [1, 2],
    captured: '2026-09-12 10:00',
    comments: ['Ana: lighter?', 'Studio: done'],
  };

  it('has a row for each opinion, without formulas', () => {
    expect(picksCsv(['File', 'Source'], [row], csvFormat('en'))).toBe(
      '\u{feff}File,Source\r\nAna and Pau 2.jpg,IMG_2.CR3,"\'=HYPERLINK(""x"")",Yes,4,Red,1 2,2026-09-12 10:00,' +
        '"Ana: lighter?\nStudio: done"\r\n',
    );
  });

  it('has semicolons where spreadsheets expect them', () => {
    expect(picksCsv(['Fitxer', 'Origen'], [], csvFormat('ca'))).toBe('\u{feff}Fitxer;Origen\r\n');
  });
});

describe('a sidecar', () => {
  const plain: Sidecar = { photo: photo('IMG_1.CR3'), rating: 4, keywords: ['Album', 'Ana & <Pau>'], label: null };

  it('has rating and keywords, and a label only if wanted', () => {
    const text = xmp(plain);
    expect(text).toContain('xmp:Rating="4"');
    expect(text).toContain('<rdf:li>Album</rdf:li>');
    expect(text).toContain('<rdf:li>Ana &amp; &lt;Pau&gt;</rdf:li>');
    expect(text).not.toContain('xmp:Label');
    expect(xmp({ ...plain, label: 'Ver"melho\u0007' })).toContain('xmp:Label="Ver&quot;melho "');
  });

  it('has no rating of zero and no empty list', () => {
    const text = xmp({ rating: 0, keywords: [], label: null });
    expect(text).not.toContain('Rating');
    expect(text).not.toContain('dc:subject>');
  });

  it('never replaces another one', () => {
    const sidecars = ['IMG_1.CR3', 'img_1.jpg', 'IMG_1-2.jpg', 'a/b.jpg'].map((name) => {
      return { ...plain, photo: photo(name) };
    });
    expect([...sidecarFiles(sidecars).keys()]).toEqual(['IMG_1.xmp', 'img_1-2.xmp', 'IMG_1-2-2.xmp', 'a-b.xmp']);
  });
});
