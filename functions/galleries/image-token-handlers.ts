import { images } from '#core/api/images.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { imageTokenCookie } from './image-token.ts';

/** Gallery ids begin with their account's id, so one token covers all images of a member. */
export const token = defineHandler(images.token, async ({ services, caller }) => {
  const { cookie, expiresAt } = imageTokenCookie(services, { kind: 'account', id: caller.accountId });
  return { body: { expiresAt }, cookies: [cookie] };
});
