import { stringifySetCookie } from 'cookie';
import {
  IMAGE_TOKEN_COOKIE,
  IMAGE_TOKEN_MS,
  IMAGE_TOKEN_PATH,
  imageTokenPayload,
  type ImageTokenScope,
  MEMBER_IMAGE_TOKEN_COOKIE,
} from '#core/domain/photos/image-token.ts';
import { currentSecret, hmacHex } from '../platform/auth/secrets.ts';
import type { Services } from '../platform/services.ts';

/** Returns a new image token as a `Set-Cookie` value, and its expiry (epoch milliseconds). */
export function imageTokenCookie(services: Services, scope: ImageTokenScope): { cookie: string; expiresAt: number } {
  // Round down, so that the token lives five minutes at most.
  const exp = Math.floor((services.clock() + IMAGE_TOKEN_MS) / 1000);
  const payload = imageTokenPayload({ exp, scope });
  const cookie = stringifySetCookie(
    {
      name: scope.kind === 'account' ? MEMBER_IMAGE_TOKEN_COOKIE : IMAGE_TOKEN_COOKIE,
      value: `${payload}.${hmacHex(currentSecret(services.imageTokenKey), payload)}`,
      path: IMAGE_TOKEN_PATH,
      maxAge: IMAGE_TOKEN_MS / 1000,
      httpOnly: true,
      sameSite: 'lax',
      secure: services.appOrigin.startsWith('https:'),
    },
    { encode: String },
  );
  return { cookie, expiresAt: exp * 1000 };
}
