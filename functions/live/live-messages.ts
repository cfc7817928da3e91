import { z } from 'zod';
import { galleryId, rowId, userId } from '#core/domain/values/ids.ts';
import { type LiveRequest, MAX_LIVE_REQUEST, parseRoom, RECORD_KINDS, type Room } from '#core/domain/galleries/live.ts';

const room = z.custom<Room>((value) => typeof value === 'string' && parseRoom(value) !== null);
/** Empty: nothing is open. */
const openRecord = z.union([
  z.literal(''),
  rowId,
  z.templateLiteral([z.enum(RECORD_KINDS), ':', z.union([galleryId, rowId, userId])]),
]);

/** Every message of a browser. */
const liveRequest = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('join'), room }),
  z.strictObject({ type: z.literal('leave'), room }),
  z.strictObject({ type: z.literal('renew'), token: z.string().max(4096).optional() }),
  z.strictObject({ type: z.literal('at'), room, place: openRecord }),
]);

/** Returns a browser's message; null if it is none or too large. */
export function parseLiveRequest(text: string): LiveRequest | null {
  if (Buffer.byteLength(text) > MAX_LIVE_REQUEST) return null;
  try {
    return liveRequest.parse(JSON.parse(text)) as LiveRequest;
  } catch {
    return null;
  }
}
