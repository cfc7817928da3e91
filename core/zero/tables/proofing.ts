import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type {
  ListKind,
  ListStatus,
  PersonRole,
  PickLabel,
  PickState,
  Strokes,
} from '../../domain/galleries/proofing.ts';

/** A person who chooses photos in a gallery. */
export const galleryPeople = table('galleryPeople')
  .from('gallery_people')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    galleryId: string().from('gallery_id'),
    /** The person's invitation. */
    grantId: string().from('grant_id').optional(),
    role: enumeration<PersonRole>(),
    name: string(),
    email: string(),
    /** Index of the colour that marks the person's picks. */
    color: number(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');

/** A person's favourites, or a selection that the studio has set up. */
export const pickLists = table('pickLists')
  .from('pick_lists')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    galleryId: string().from('gallery_id'),
    ownerPersonId: string().from('owner_person_id').optional(),
    kind: enumeration<ListKind>(),
    name: string(),
    isDefault: boolean().from('is_default'),
    status: enumeration<ListStatus>(),
    forEveryone: boolean().from('for_everyone'),
    minCount: number().from('min_count').optional(),
    maxCount: number().from('max_count').optional(),
    includedCount: number().from('included_count').optional(),
    dueAt: number().from('due_at').optional(),
    allowAfterDue: boolean().from('allow_after_due'),
    version: number(),
    /** Number of submissions. */
    round: number(),
    submittedAt: number().from('submitted_at').optional(),
    remindedAt: number().from('reminded_at').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
  })
  .primaryKey('id');

/** Only for members with access to money. */
export const pickListPrices = table('pickListPrices')
  .from('pick_list_prices')
  .columns({
    listId: string().from('list_id'),
    accountId: string().from('account_id'),
    /** Minor units of the account's currency. */
    extraPrice: number().from('extra_price'),
  })
  .primaryKey('listId');

export const listPeople = table('listPeople')
  .from('list_people')
  .columns({
    listId: string().from('list_id'),
    personId: string().from('person_id'),
    accountId: string().from('account_id'),
    galleryId: string().from('gallery_id'),
  })
  .primaryKey('listId', 'personId');

export const picks = table('picks')
  .columns({
    listId: string().from('list_id'),
    photoId: string().from('photo_id'),
    personId: string().from('person_id'),
    accountId: string().from('account_id'),
    galleryId: string().from('gallery_id'),
    state: enumeration<PickState>(),
    rating: number(),
    label: enumeration<PickLabel>().optional(),
    at: number(),
  })
  .primaryKey('listId', 'photoId', 'personId');

/** A submission, never changed. */
export const pickRounds = table('pickRounds')
  .from('pick_rounds')
  .columns({
    listId: string().from('list_id'),
    round: number(),
    accountId: string().from('account_id'),
    galleryId: string().from('gallery_id'),
    photoIds: json<readonly string[]>().from('photo_ids'),
    note: string(),
    personId: string().from('person_id').optional(),
    submittedAt: number().from('submitted_at'),
  })
  .primaryKey('listId', 'round');

/** Only for members with access to money; amounts in minor units. */
export const pickRoundCharges = table('pickRoundCharges')
  .from('pick_round_charges')
  .columns({
    listId: string().from('list_id'),
    round: number(),
    accountId: string().from('account_id'),
    extraCount: number().from('extra_count'),
    amount: number(),
    currency: string(),
    paymentId: string().from('payment_id').optional(),
  })
  .primaryKey('listId', 'round');

/** A comment on a photo, by a person of the gallery or by the studio. */
export const photoComments = table('photoComments')
  .from('photo_comments')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    galleryId: string().from('gallery_id'),
    photoId: string().from('photo_id'),
    /** The version of the photo that pin and strokes are drawn on. */
    fileId: string().from('file_id'),
    listId: string().from('list_id').optional(),
    parentId: string().from('parent_id').optional(),
    personId: string().from('person_id').optional(),
    userId: string().from('user_id').optional(),
    body: string(),
    pinX: number().from('pin_x').optional(),
    pinY: number().from('pin_y').optional(),
    strokes: json<Strokes>(),
    resolvedAt: number().from('resolved_at').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
  })
  .primaryKey('id');
