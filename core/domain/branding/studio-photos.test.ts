import { expect, it } from 'vitest';
import { readStudioPhoto, typePhoto } from './studio-photos.ts';

const [own, cover] = ['/logos/a1/own-1920x1280.jpg', '/logos/a1/cover-1920x1280.jpg'];

it.each([
  ['its own picture', { picture: own }, { coverPhoto: cover }, own],
  ['the cover without one', { picture: null }, { coverPhoto: cover }, cover],
  ['the cover instead of a foreign address', { picture: 'https://evil.test/x.jpg' }, { coverPhoto: cover }, cover],
  ['its own picture without a cover', { picture: own }, {}, own],
  ['nothing without either', {}, {}, null],
])('a session type shows %s', (_, type, studio, path) => {
  expect(typePhoto(type, studio)).toEqual(readStudioPhoto(path));
});
