import { expect, test } from 'vitest';
import { parseOriginals } from './ingest.ts';

const gallery = '0123456789abcdefghjkmnpqrs';
const photo = '0123456789abcdefghjk';

function body(key: string, eventName = 'ObjectCreated:Put'): string {
  return JSON.stringify({ Records: [{ eventName, s3: { bucket: { name: 'originals' }, object: { key, size: 1 } } }] });
}

test('reads an original from its form-encoded key', () => {
  const ref = { galleryId: gallery, photoId: photo };
  expect(parseOriginals(body(`${gallery}/${photo}/abc`))).toEqual([{ ...ref, key: `${gallery}/${photo}/abc` }]);
  expect(parseOriginals(body(`${gallery}%2F${photo}/a+b%2Bc`))).toEqual([{ ...ref, key: `${gallery}/${photo}/a b+c` }]);
  const multipart = body(`${gallery}/${photo}/abc`, 's3:ObjectCreated:CompleteMultipartUpload');
  expect(parseOriginals(multipart)).toHaveLength(1);
});

test.each([
  body(`${gallery}/${photo}`),
  body(`${gallery}/${photo}/a/b`),
  body(`${gallery}/${photo}/`),
  body(`${gallery.toUpperCase()}/${photo}/a`),
  body(`../${photo}/a`),
  body(`${gallery}/${photo}/abc`, 'ObjectRemoved:Delete'),
  '{"Service":"Amazon S3","Event":"s3:TestEvent"}',
])('finds no original in %j', (text) => {
  expect(parseOriginals(text)).toEqual([]);
});

test('rejects a body that is no notification', () => {
  expect(() => parseOriginals('nonsense')).toThrow();
  expect(() => parseOriginals('{"Records":[{}]}')).toThrow();
});
