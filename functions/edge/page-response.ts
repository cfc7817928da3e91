import {
  IMAGE_TOKEN_COOKIE,
  IMAGE_TOKEN_MS,
  IMAGE_TOKEN_PATH,
  imageTokenPayload,
  OPEN_GALLERIES_HEADER,
} from '#core/domain/photos/image-token.ts';
import { CHOSEN_LANGUAGE_HEADER, LANGUAGE_COOKIE, LANGUAGE_COOKIE_S } from '#core/domain/values/languages.ts';
import type { EdgeResponse, EdgeRuntime, ViewerResponseEvent } from './event.ts';
import { IMAGE_TOKEN_KEYS } from './image-request.ts';

/**
 * Pages: gives each visitor what a cached answer may not contain. The cookie of the language that the address names makes
 * it last without a script. The image token of open galleries comes with the HTML, so that the first pictures wait for no
 * other request.
 */
export async function pageResponse(event: ViewerResponseEvent, runtime: EdgeRuntime): Promise<EdgeResponse> {
  const response = event.response;
  const language = response.headers[CHOSEN_LANGUAGE_HEADER];
  if (language) {
    delete response.headers[CHOSEN_LANGUAGE_HEADER];
    response.cookies = response.cookies || {};
    response.cookies[LANGUAGE_COOKIE] = {
      value: language.value,
      attributes: 'Path=/; Max-Age=' + LANGUAGE_COOKIE_S + '; SameSite=Strict' + (runtime.https ? '; Secure' : ''),
    };
  }
  const galleries = response.headers[OPEN_GALLERIES_HEADER];
  if (!galleries) return response;
  delete response.headers[OPEN_GALLERIES_HEADER];
  // Rounded down, so that the token lives five minutes at most.
  const exp = Math.floor((runtime.now() + IMAGE_TOKEN_MS) / 1000);
  const payload = imageTokenPayload({ exp: exp, scope: { kind: 'galleries', ids: galleries.value.split('-') } });
  const keys = await runtime.store.get(IMAGE_TOKEN_KEYS);
  response.cookies = response.cookies || {};
  response.cookies[IMAGE_TOKEN_COOKIE] = {
    value: payload + '.' + runtime.hmac(keys.split(' ')[0]!, payload),
    attributes:
      'Path=' +
      IMAGE_TOKEN_PATH +
      '; Max-Age=' +
      IMAGE_TOKEN_MS / 1000 +
      '; HttpOnly; SameSite=Lax' +
      (runtime.https ? '; Secure' : ''),
  };
  return response;
}
