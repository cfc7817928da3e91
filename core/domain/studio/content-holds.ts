import { z } from 'zod';
import { galleryId, rowId } from '../values/ids.ts';

/** What an operator may block: all of a studio, its website, a gallery, or a photo. */
const BLOCKABLE = ['studio', 'website', 'gallery', 'photo'] as const;
export type Blockable = (typeof BLOCKABLE)[number];

/*
 * The target of a block and, with the act's reason (the facts), the statement of reasons of Regulation (EU) 2022/2065,
 * art. 17(3). A person decides, never a program; the statement says so.
 */
const takedownFields = {
  target: z.enum(BLOCKABLE),
  galleryId: galleryId.optional(),
  photoId: rowId.optional(),
  /** Contrary to the law, or to our terms. */
  ground: z.enum(['law', 'terms']),
  /** The provision or the clause, and why the content is contrary to it. */
  rule: z.string().trim().min(1).max(1000),
  /** A notice of a person, our own look, or an order of an authority. */
  source: z.enum(['notice', 'own', 'order']),
  /** Where it is blocked; empty for everywhere. */
  territory: z.string().trim().max(200).default(''),
};

/** The parameters of `takedown`. */
export const takedown = z
  .strictObject(takedownFields)
  .refine(
    ({ target, galleryId: gallery }) => (target === 'gallery' || target === 'photo') === (gallery !== undefined),
    {
      path: ['galleryId'],
    },
  )
  .refine(({ target, photoId: photo }) => (target === 'photo') === (photo !== undefined), { path: ['photoId'] });
export type Takedown = z.infer<typeof takedown>;

const reasons = { ground: true, rule: true, source: true, territory: true } as const;

/** What a mail to the owners says of a block: its target, by the name that the studio gave it, and the reasons. */
export const statement = z.object({
  target: z.enum(BLOCKABLE),
  name: z.string(),
  /** Name of a photo's gallery. */
  gallery: z.string().optional(),
  reasons: z.object(takedownFields).pick(reasons).optional(),
});
export type Statement = z.infer<typeof statement>;

/** The parameters of `restore`. */
export const restoration = z.looseObject({
  target: z.enum(BLOCKABLE),
  galleryId: galleryId.optional(),
  photoId: rowId.optional(),
});
export type Restoration = z.infer<typeof restoration>;
