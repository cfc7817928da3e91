import { describe, expect, it } from 'vitest';
import { coversGallery, imageTokenPayload, MAX_TOKEN_GALLERIES, parseImageToken } from './image-token.ts';

const account = '0123456789';
const gallery = account + 'abcdefghjkmnpqrs';
const other = '9876543210' + 'abcdefghjkmnpqrs';
const signature = 'a1'.repeat(32);
const exp = 1_795_000_000;

function tokenOf(...ids: string[]): string {
  return imageTokenPayload({ exp, scope: { kind: 'galleries', ids } }) + '.' + signature;
}

describe('parseImageToken', () => {
  it('parses the output of imageTokenPayload', () => {
    for (const scope of [
      { kind: 'galleries', ids: [gallery, other] },
      { kind: 'account', id: account },
    ] as const) {
      const payload = imageTokenPayload({ exp, scope });
      expect(parseImageToken(payload + '.' + signature)).toEqual({ exp, scope, payload, signature });
    }
  });

  it('writes only characters that a cookie may contain unencoded', () => {
    const value = tokenOf(gallery, other);
    expect(value).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/);
    expect(encodeURIComponent(value).replace('%3A', ':')).toBe(value);
  });

  it.each([
    ['nothing', undefined],
    ['an empty value', ''],
    ['another version', tokenOf(gallery).replace('v1', 'v2')],
    ['no signature', imageTokenPayload({ exp, scope: { kind: 'account', id: account } })],
    ['a short signature', tokenOf(gallery).slice(0, -1)],
    ['a signature in capitals', tokenOf(gallery).toUpperCase()],
    ['something behind it', tokenOf(gallery) + '\n'],
    ['no gallery', tokenOf()],
    ['a gallery cut short', tokenOf(gallery.slice(1))],
    ['an end that is no number', tokenOf(gallery).replace(String(exp), '1e9')],
  ])('refuses %s', (_what, value) => {
    expect(parseImageToken(value)).toBeNull();
  });

  it('limits the galleries of one token', () => {
    const ids = Array.from({ length: MAX_TOKEN_GALLERIES + 1 }, () => gallery);
    expect(parseImageToken(tokenOf(...ids.slice(1)))).not.toBeNull();
    expect(parseImageToken(tokenOf(...ids))).toBeNull();
  });
});

describe('coversGallery', () => {
  it('covers the listed galleries only', () => {
    const scope = { kind: 'galleries', ids: [gallery] } as const;
    expect(coversGallery(scope, gallery)).toBe(true);
    expect(coversGallery(scope, other)).toBe(false);
    expect(coversGallery(scope, account + '0000000000000000')).toBe(false);
  });

  it('covers every gallery of the account, and of no other', () => {
    const scope = { kind: 'account', id: account } as const;
    expect(coversGallery(scope, gallery)).toBe(true);
    expect(coversGallery(scope, other)).toBe(false);
  });
});
