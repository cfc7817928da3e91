import { z } from 'zod';
import { email } from '../domain/values/email.ts';
import { fileId, rowId } from '../domain/values/ids.ts';
import {
  commentBody,
  LIST_KINDS,
  listName,
  listStatus,
  PERSON_ROLES,
  personDetails,
  pickLabel,
  pickState,
  pickValue,
  strokes,
} from '../domain/galleries/proofing.ts';
import { focalPoint } from '../domain/photos/photos.ts';
import { endpoint } from './endpoint.ts';

const gallery = { galleryId: z.string().max(100) };
/** `favourites` is the caller's default list, which the first pick creates. */
const listParam = z.union([z.literal('favourites'), rowId]);

/** A person as others of a shared list see them. `color` is an index. */
const proofingPerson = z.object({ id: rowId, name: z.string(), color: z.number(), isYou: z.boolean() });

const proofingList = z.object({
  id: rowId,
  kind: z.enum(LIST_KINDS),
  /** Empty for a default list. */
  name: z.string(),
  isDefault: z.boolean(),
  status: listStatus,
  /** Why the list cannot be changed; null if it can. */
  closed: z.enum(['submitted', 'locked', 'due']).nullable(),
  minCount: z.number().nullable(),
  maxCount: z.number().nullable(),
  includedCount: z.number().nullable(),
  extraPrice: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  dueAt: z.number().nullable(),
  /** Rises with every pick; `submit` names it. */
  version: z.number(),
  /** Number of submissions. */
  round: z.number(),
  submittedAt: z.number().nullable(),
  /** The people of a selection, the caller included. */
  people: z.array(proofingPerson),
});
export type ProofingList = z.infer<typeof proofingList>;

const proofingPick = z.object({
  listId: rowId,
  photoId: rowId,
  personId: rowId,
  state: pickState,
  rating: z.number(),
  label: pickLabel.nullable(),
  at: z.number(),
});
export type ProofingPick = z.infer<typeof proofingPick>;

const proofingComment = z.object({
  id: rowId,
  photoId: rowId,
  /** False: pin and strokes are of an earlier version of the photo. */
  isCurrent: z.boolean(),
  listId: rowId.nullable(),
  parentId: rowId.nullable(),
  /** Empty for the studio and people without a name. */
  author: z.string(),
  personId: rowId.nullable(),
  isYou: z.boolean(),
  isStudio: z.boolean(),
  body: z.string(),
  pin: focalPoint.nullable(),
  strokes,
  resolvedAt: z.number().nullable(),
  createdAt: z.number(),
});
export type ProofingComment = z.infer<typeof proofingComment>;

/** All that this visitor may see: nobody else's favourites, not even their number. */
export const proofingView = z.object({
  /** Null until the visitor's first act, and for members of the studio, who cannot choose. */
  person: z
    .object({ id: rowId, name: z.string(), email: z.string(), role: z.enum(PERSON_ROLES), color: z.number() })
    .nullable(),
  canSelect: z.boolean(),
  canComment: z.boolean(),
  /** The studio's own names of the colour labels; a missing one has the label's name. */
  labelNames: z.partialRecord(pickLabel, z.string()),
  lists: z.array(proofingList),
  picks: z.array(proofingPick),
  comments: z.array(proofingComment),
});
export type ProofingView = z.infer<typeof proofingView>;

const changed = z.object({ list: proofingList });

/**
 * Choosing photos. Every call checks access to the gallery, as its page does, and the right to select or comment.
 * Answers are `no-store`. Failures of all: those of `publicPages.gallery`, forbidden, rate_limited.
 */
export const proofing = {
  view: endpoint({
    method: 'GET',
    path: '/api/p/:galleryId/proofing',
    access: 'anyone',
    params: z.strictObject(gallery),
    response: proofingView,
  }),
  /** Sets name and email of the caller. An address gives access to nothing. */
  details: endpoint({
    method: 'PUT',
    path: '/api/p/:galleryId/proofing/me',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject(gallery),
    body: personDetails,
    response: proofingView.pick({ person: true }),
  }),
  /** Idempotent. Failures: selection_full, selection_closed. */
  pick: endpoint({
    method: 'PUT',
    path: '/api/p/:galleryId/lists/:listId/picks/:photoId',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ ...gallery, listId: listParam, photoId: rowId }),
    body: pickValue,
    response: changed.extend({ pick: proofingPick, person: proofingView.shape.person }),
  }),
  /** Idempotent. Failures: selection_closed. */
  unpick: endpoint({
    method: 'DELETE',
    path: '/api/p/:galleryId/lists/:listId/picks/:photoId',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ ...gallery, listId: listParam, photoId: rowId }),
    response: z.object({ list: proofingList.nullable() }),
  }),
  /** Creates or renames a list of favourites; the browser makes its id. Failures: limit_reached. */
  saveList: endpoint({
    method: 'PUT',
    path: '/api/p/:galleryId/lists/:listId',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ ...gallery, listId: rowId }),
    body: z.strictObject({ name: listName }),
    response: changed.extend({ person: proofingView.shape.person }),
  }),
  /** Deletes a list of favourites but the default one. */
  removeList: endpoint({
    method: 'DELETE',
    path: '/api/p/:galleryId/lists/:listId',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ ...gallery, listId: rowId }),
    response: z.object({ removed: z.boolean() }),
  }),
  /**
   * Submits a selection. The same submission sent twice is one. Failures: selection_changed (with `version`: the partner
   * changed something meanwhile), selection_incomplete (`min`, `count`), selection_closed.
   */
  submit: endpoint({
    method: 'POST',
    path: '/api/p/:galleryId/lists/:listId/submit',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ ...gallery, listId: rowId }),
    body: z.strictObject({ version: z.number().int().min(0), note: commentBody.default('') }),
    response: changed.extend({ extraCount: z.number(), extraAmount: z.number() }),
  }),
  /** Creates or changes a comment of the caller; the browser makes its id. Failures: limit_reached. */
  saveComment: endpoint({
    method: 'PUT',
    path: '/api/p/:galleryId/comments/:commentId',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ ...gallery, commentId: rowId }),
    body: z.strictObject({
      photoId: rowId,
      fileId,
      listId: rowId.nullable().default(null),
      parentId: rowId.nullable().default(null),
      body: commentBody,
      pin: focalPoint.nullable().default(null),
      strokes: strokes.default([]),
    }),
    response: z.object({ comment: proofingComment, person: proofingView.shape.person }),
  }),
  removeComment: endpoint({
    method: 'DELETE',
    path: '/api/p/:galleryId/comments/:commentId',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ ...gallery, commentId: rowId }),
    response: z.object({ removed: z.boolean() }),
  }),
  /**
   * Mails a link that makes another device this person, if a person with this address chose here. Always answers the
   * same.
   */
  recover: endpoint({
    method: 'POST',
    path: '/api/p/:galleryId/proofing/recover',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject(gallery),
    body: z.strictObject({ email }),
    response: z.object({ sent: z.literal(true) }),
  }),
  /** Makes this browser the link's person; what it has chosen before is added to that person's lists. Failures: invite_invalid, invite_used, invite_expired. */
  adopt: endpoint({
    method: 'POST',
    path: '/api/p/:galleryId/proofing/adopt',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject(gallery),
    body: z.strictObject({ token: z.string().max(100) }),
    response: proofingView,
  }),
};
