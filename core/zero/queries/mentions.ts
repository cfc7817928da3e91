import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { rowId } from '../../domain/values/ids.ts';
import { text } from '../../domain/values/primitives.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

/** Texts that identify a person: names, an email, the digits of a phone number. */
const texts = z.array(text.min(1).max(320)).min(1).max(20);
const MAX_ROWS = 2000;
/** Ten for each of the galleries that are listed. */
const MAX_SECTIONS_SEARCHED = 10_000;

/**
 * Returns patterns of texts: a mention matches one of each list. A phone number of six to nine digits is found however
 * it is grouped, unless two digits in a row stand alone: of each three pairs of neighbours it has one. No pattern has
 * wildcards between letters, because each multiplies the time of a comparison by the length of the text.
 */
export function mentionPatterns(mention: string): string[][] {
  if (!/^\d{6,9}$/.test(mention)) return [[`%${mention.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`]];
  const pairs = Array.from({ length: mention.length - 1 }, (_, at) => `%${mention.slice(at, at + 2)}%`);
  return pairs.slice(2).map((_, at) => pairs.slice(at, at + 3));
}

/** True for a text with a mention; `compare` compares it with a pattern. */
function mentions<Condition>(
  one: { and(...all: Condition[]): Condition; or(...any: Condition[]): Condition },
  mention: string,
  compare: (pattern: string) => Condition,
): Condition {
  return one.and(...mentionPatterns(mention).map((any) => one.or(...any.map(compare))));
}

/**
 * Rows outside a client's own that contain one of the texts, for the dialog that erases the client. Whole words are
 * matched by web/features/customers/erase/person-matcher.ts. Galleries, locations and clients have lists of their own.
 */
export const mentionQueries = {
  /** All sections: their names in other languages are one JSON value, which no condition can compare. */
  sections: defineQuery(
    // Windows opened before a deployment still send texts.
    z.object({}),
    ({ ctx }) =>
      zql.gallerySections
        .where('accountId', readableAccountId(ctx, 'galleries.write'))
        .orderBy('createdAt', 'desc')
        .limit(MAX_SECTIONS_SEARCHED),
  ),

  photos: defineQuery(z.strictObject({ texts }), ({ ctx, args }) =>
    zql.photos
      .where('accountId', readableAccountId(ctx, 'photos.write'))
      .where('deletedAt', 'IS', null)
      .where((one) =>
        one.or(
          ...args.texts.flatMap((mention) => [
            mentions(one, mention, (pattern) => one.cmp('filename', 'ILIKE', pattern)),
            mentions(one, mention, (pattern) => one.cmp('sourceFilename', 'ILIKE', pattern)),
          ]),
        ),
      )
      .limit(MAX_ROWS),
  ),

  grants: defineQuery(z.strictObject({ texts }), ({ ctx, args }) =>
    zql.grants
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where((one) =>
        one.or(...args.texts.map((mention) => mentions(one, mention, (pattern) => one.cmp('label', 'ILIKE', pattern)))),
      )
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
          ...args.texts.flatMap((mention) =>
            (['type', 'notes', 'clientMessage', 'location'] as const).map((field) =>
              mentions(one, mention, (pattern) => one.cmp(field, 'ILIKE', pattern)),
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
