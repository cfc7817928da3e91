import { expect } from 'vitest';
import { imageUrl, type ImageParams, toQueryString } from '#core/domain/photos/image-params.ts';
import { publicPages } from '#core/api/public.ts';
import { type Scene, send } from './scene.ts';
import type { TakenPhoto } from './studio.ts';

/**
 * Opens a gallery as a visitor.
 * @returns the `Cookie` header of the browser from then on
 */
export async function enter(scene: Scene, galleryId = scene.galleryId): Promise<string> {
  const answer = await send(scene, publicPages.verify, { params: { galleryId }, body: {} });
  expect(await answer.json()).toMatchObject({ access: 'granted' });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
  scene.stage.mustNotBeLogged(...cookies.map((cookie) => cookie.slice(cookie.indexOf('=') + 1)));
  return cookies.join('; ');
}

/** Requests an image as an `<img>` does. */
export function look(
  { stage }: Scene,
  galleryId: string,
  { fileId }: Pick<TakenPhoto, 'fileId'>,
  params: ImageParams,
  cookie?: string,
): Promise<Response> {
  const url = stage.origin + imageUrl(galleryId, fileId, toQueryString(params));
  return fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} });
}
