import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { rowId } from '../../domain/ids.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

/** Texts that identify a person: names, an e-mail, the digits of a phone number. */
const texts = z.array(z.string().min(1).max(320)).min(1).max(20);
const MAX_ROWS = 2000;

/** Finds a text anywhere, and the digits of a phone number however they are grouped. */
function pattern(text: string): string {
  const parts = /^\d{6,}$/.test(text) ? text.split('') : [text.replaceAll(/[\\%_]/g, String.raw`\$&`)];
  return `%${parts.join('%')}%`;
}

/**
 * Rows outside a client's own that contain one of the texts, for the dialog that erases the client. Whole words are
 * matched by web/features/customers/erase/find-mentions.ts. Galleries, locations and clients have lists of their own.
 */
export const mentionQueries = {
  sections: defineQuery(z.strictObject({ texts }), ({ ctx, args }) =>
    zql.gallerySections
      .where('accountId', readableAccountId(ctx, 'galleries.write'))
      .where((one) => one.or(...args.texts.map((text) => one.cmp('name', 'ILIKE', pattern(text)))))
      .limit(MAX_ROWS),
  ),

  photos: defineQuery(z.strictObject({ texts }), ({ ctx, args }) =>
    zql.photos
      .where('accountId', readableAccountId(ctx, 'photos.write'))
      .where('deletedAt', 'IS', null)
      .where((one) =>
        one.or(
          ...args.texts.flatMap((text) => [
            one.cmp('filename', 'ILIKE', pattern(text)),
            one.cmp('sourceFilename', 'ILIKE', pattern(text)),
          ]),
        ),
      )
      .limit(MAX_ROWS),
  ),

  grants: defineQuery(z.strictObject({ texts }), ({ ctx, args }) =>
    zql.grants
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where((one) => one.or(...args.texts.map((text) => one.cmp('label', 'ILIKE', pattern(text)))))
      .limit(MAX_ROWS),
  ),

  /** Sessions of other clients. */
  sessions: defineQuery(z.strictObject({ customerId: rowId, texts }), ({ ctx, args }) =>
    zql.sessions
      .where('accountId', readableAccountId(ctx, 'sessions.write'))
      .where('customerId', '!=', args.customerId)
      .where('deletedAt', 'IS', null)
      .where((one) =>
        one.or(
          ...args.texts.flatMap((text) =>
            (['type', 'notes', 'clientMessage', 'location'] as const).map((field) =>
              one.cmp(field, 'ILIKE', pattern(text)),
            ),
          ),
        ),
      )
      .related('customer')
      .limit(MAX_ROWS),
  ),

  /** Locations of a client's sessions, each with one session of another client and one plan there, if any. */
  locations: defineQuery(z.strictObject({ customerId: rowId }), ({ ctx, args }) =>
    zql.locations
      .where('accountId', readableAccountId(ctx, 'scheduling.write'))
      .whereExists('sessions', (sessions) => sessions.where('customerId', args.customerId), { flip: true })
      .related('sessions', (sessions) => sessions.where('customerId', '!=', args.customerId).limit(1))
      .related('plans', (plans) => plans.limit(1))
      .limit(MAX_ROWS),
  ),
};
