import { describe, expect, it } from 'vitest';
import { attachment, originalName, withExtension } from './content-disposition.ts';

describe('attachment', () => {
  it.each([
    ['IMG_0001.jpg', `attachment; filename="IMG_0001.jpg"; filename*=UTF-8''IMG_0001.jpg`],
    ['Núria & Pau.jpg', `attachment; filename="Nuria & Pau.jpg"; filename*=UTF-8''N%C3%BAria%20%26%20Pau.jpg`],
    ['a"b\\c/d.jpg', `attachment; filename="a_b_c_d.jpg"; filename*=UTF-8''a_b_c_d.jpg`],
    ['../../etc/passwd', `attachment; filename="__.._etc_passwd"; filename*=UTF-8''__.._etc_passwd`],
    ["it's (1)*.jpg", `attachment; filename="it's (1)_.jpg"; filename*=UTF-8''it%27s%20%281%29_.jpg`],
    ['写真.jpg', `attachment; filename="__.jpg"; filename*=UTF-8''%E5%86%99%E7%9C%9F.jpg`],
    // Full-width quotes, slashes and colons, which fold to the plain ones.
    [
      'a＂; filename=＂b／c＼d：e.jpg',
      `attachment; filename="a_; filename=_b_c_d_e.jpg"; filename*=UTF-8''${encodeURIComponent('a＂; filename=＂b／c＼d：e.jpg')}`,
    ],
    ['', `attachment; filename="photo"; filename*=UTF-8''photo`],
  ])('encodes %s', (filename, header) => {
    expect(attachment(filename)).toBe(header);
  });

  it('is a valid header for any name', () => {
    for (const filename of ['a\r\nSet-Cookie: x=1', '\ud800', 'a\u0000b', '\u202egpj.exe', '%0d%0a']) {
      const header = attachment(filename);
      expect(() => new Headers({ 'content-disposition': header })).not.toThrow();
      expect(header).toMatch(/^[\u0020-\u007e]+$/);
    }
  });
});

it('removes controls that reorder a name', () => {
  expect(attachment('a\u202egpj.exe')).toBe(`attachment; filename="agpj.exe"; filename*=UTF-8''agpj.exe`);
});

describe('originalName', () => {
  it.each([
    ['invoice.hta', 'image/jpeg', 'invoice.jpg'],
    ['invoice.hta', 'image/png', 'invoice.png'],
    ['IMG_1.JPEG', 'image/jpeg', 'IMG_1.JPEG'],
    ['IMG_1.tif', 'image/tiff', 'IMG_1.tif'],
    ['photo.jpg.application', 'image/jpeg', 'photo.jpg.application.jpg'],
    ['photo.exe ', 'image/webp', 'photo.exe .webp'],
    ['photo', 'image/avif', 'photo.avif'],
    ['photo.hta', 'text/html', 'photo.bin'],
  ])('names %s of type %s as %s', (filename, type, expected) => expect(originalName(filename, type)).toBe(expected));
});

describe('withExtension', () => {
  it.each([
    ['IMG_1.NEF', 'IMG_1.jpg'],
    ['IMG_1.jpeg', 'IMG_1.jpg'],
    ['holiday', 'holiday.jpg'],
    ['v1.2 final.tiff', 'v1.2 final.jpg'],
  ])('converts %s to %s', (before, after) => {
    expect(withExtension(before, 'jpg')).toBe(after);
  });
});
