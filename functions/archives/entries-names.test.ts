import { describe, expect, it } from 'vitest';
import { sanitizeName, UniqueNames } from './entries.ts';

const safe = (name: string) => sanitizeName(name, 'photo');

describe('sanitizeName', () => {
  it.each([
    ['IMG_0001.JPG', 'IMG_0001.JPG'],
    ['Núria i Pau – àlbum 2.jpg', 'Núria i Pau – àlbum 2.jpg'],
    ['a'.normalize('NFD') + '\u0300.jpg', 'à.jpg'],
    ['../../etc/passwd', '_._.._etc_passwd'],
    ['/etc/passwd', '_etc_passwd'],
    ['C:\\Windows\\system32.jpg', 'C__Windows_system32.jpg'],
    ['\\\\server\\share.jpg', '__server_share.jpg'],
    ['a\u0000b\nc\u2028d.jpg', 'a_b_c_d.jpg'],
    ['what?*"<>|.jpg', 'what______.jpg'],
    ['CON', '_CON'],
    ['con.jpg', '_con.jpg'],
    ['Com1.tar.jpg', '_Com1.tar.jpg'],
    ['LPT¹.jpg', '_LPT¹.jpg'],
    ['nul .jpg', '_nul .jpg'],
    ['console.jpg', 'console.jpg'],
    ['.htaccess', '_htaccess'],
    ['..', 'photo'],
    ['-rf.jpg', '_rf.jpg'],
    ['end. . ', 'end'],
    ['   ', 'photo'],
    ['', 'photo'],
    ['👩‍👩‍👧.jpg', '👩‍👩‍👧.jpg'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['صورة.jpg', 'صورة.jpg'],
    ['\ud800.jpg', '\ufffd.jpg'],
  ])('maps %j to %j', (name, expected) => {
    expect(safe(name)).toBe(expected);
    // A safe name stays unchanged.
    expect(safe(expected)).toBe(expected);
  });

  it('shortens to 200 bytes, keeps the extension and splits no letter', () => {
    expect(safe(`${'x'.repeat(300)}.jpeg`)).toBe(`${'x'.repeat(195)}.jpeg`);
    const family = '👩‍👩‍👧';
    expect(safe(`${family.repeat(40)}.jpg`)).toBe(`${family.repeat(10)}.jpg`);
    expect(Buffer.byteLength(safe(`${'ñ'.repeat(300)}.jpg`))).toBe(200);
  });
});

describe('UniqueNames', () => {
  const unique = (...names: string[]) => {
    const folder = new UniqueNames();
    return names.map((name) => folder.unique(name));
  };

  it('numbers duplicates that differ only in case or Unicode normalisation', () => {
    expect(unique('IMG.jpg', 'img.JPG', 'IMG.jpg')).toEqual(['IMG.jpg', 'img (2).JPG', 'IMG (3).jpg']);
    expect(unique('à.jpg', 'à.jpg'.normalize('NFD'))).toEqual(['à.jpg', 'à (2).jpg'.normalize('NFD')]);
    expect(unique('none', 'none')).toEqual(['none', 'none (2)']);
  });

  it('skips numbers that other files already use', () => {
    expect(unique('a (2).jpg', 'a.jpg', 'a.jpg', 'a (2).jpg')).toEqual([
      'a (2).jpg',
      'a.jpg',
      'a (3).jpg',
      'a (2) (2).jpg',
    ]);
  });

  it('separates long duplicates, and thousands of them quickly', () => {
    const long = `${'x'.repeat(196)}.jpg`;
    const [first, second] = unique(long, long);
    expect([first, second]).toEqual([long, `${'x'.repeat(192)} (2).jpg`]);
    expect(new Set(unique(...Array<string>(5000).fill('same.jpg'))).size).toBe(5000);
  });
});
