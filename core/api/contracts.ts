import { z } from 'zod';
import { contractGap } from '../domain/contracts/contract-gaps.ts';
import { contractStatus, sha256, signature } from '../domain/contracts/contracts.ts';
import { rowId } from '../domain/values/ids.ts';
import { language } from '../domain/values/primitives.ts';
import { answers, questionKind } from '../domain/contracts/questionnaires.ts';
import { endpoint } from './endpoint.ts';

/** Contracts and questionnaires of a session as its client sees them, oldest first. Withdrawn contracts are absent. */
export const clientDocuments = z.object({
  contracts: z.array(
    z.object({
      id: rowId,
      title: z.string(),
      isSigned: z.boolean(),
      /** How many of several signers have signed; null for one signer. */
      signatures: z.object({ signed: z.number(), of: z.number() }).nullable(),
      /** The link's owner has signed; others may still have to. */
      isSignedByYou: z.boolean(),
      /** The booking counts as confirmed only once it is signed. */
      isRequired: z.boolean(),
      /** False while the studio still has to complete it: it cannot be opened yet. */
      isReady: z.boolean(),
      /** Epoch milliseconds; null until signed. */
      signedAt: z.number().nullable(),
    }),
  ),
  questionnaires: z.array(
    z.object({
      id: rowId,
      title: z.string(),
      isAnswered: z.boolean(),
      /** Answers can be given or changed. */
      canAnswer: z.boolean(),
    }),
  ),
});
export type ClientDocuments = z.infer<typeof clientDocuments>;

export const contractBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(1), z.literal(2)]), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('list'), start: z.number().nullable(), items: z.array(z.string()) }),
]);

/** A contract as it is shown: the signed text, or the unsigned one with the session's present data. */
export const shownContract = z.object({
  id: rowId,
  title: z.string(),
  language,
  blocks: z.array(contractBlock),
  /** SHA-256 of the shown text; signing names it. */
  textHash: sha256,
  status: contractStatus,
  /** False while it has an empty field: it cannot be signed yet. */
  isComplete: z.boolean(),
  /** Who signs it, in order. */
  signers: z.array(
    z.object({
      id: rowId,
      /** As typed, or else of the contact; empty for another person where the link has an unproved address. */
      name: z.string(),
      signedAt: z.number().nullable(),
      /** The link may sign for them: for its owner, or for anybody if the studio copied it. */
      canSign: z.boolean(),
    }),
  ),
  needsCountersignature: z.boolean(),
  signedAt: z.number().nullable(),
  signerName: z.string(),
  countersignedAt: z.number().nullable(),
  countersignerName: z.string(),
});
export type ShownContract = z.infer<typeof shownContract>;

const shownQuestionnaire = z.object({
  id: rowId,
  title: z.string(),
  intro: z.string(),
  /** Language of the texts. */
  language,
  questions: z.array(
    z.object({
      id: rowId,
      kind: questionKind,
      label: z.string(),
      isRequired: z.boolean(),
      options: z.array(z.object({ id: rowId, label: z.string() })),
    }),
  ),
  answers,
  isAnswered: z.boolean(),
  canAnswer: z.boolean(),
});
export type ShownQuestionnaire = z.infer<typeof shownQuestionnaire>;

const link = { accountSlug: z.string().max(100), token: z.string().max(100) };
const contractLink = z.strictObject({ ...link, contractId: z.string().max(40) });
const questionnaireLink = z.strictObject({ ...link, questionnaireId: z.string().max(40) });
const contractParams = z.strictObject({ contractId: rowId });

/**
 * Contracts and questionnaires of a session: for its client by the session's link, for the studio by id. Unknown, foreign
 * and expired links fail with `booking_link_invalid`; missing, foreign and withdrawn documents with `not_found`.
 */
export const contracts = {
  /** A contract of the link's session. */
  read: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/bookings/:token/contracts/:contractId',
    access: 'anyone',
    params: contractLink,
    response: z.object({ contract: shownContract }),
  }),
  /**
   * Signs a contract by a typed name; it is signed once all of its signers have. A repeated request returns the contract.
   * A copied link names who signs by `signerId`, if several people can. Fails with `contract_changed` if
   * the text is not the one that `textHash` names any more, `contract_incomplete` if it has an empty field, and
   * `transition_refused` if the session is over or not
   * booked.
   */
  sign: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/bookings/:token/contracts/:contractId/signature',
    access: 'anyone',
    channel: 'public',
    params: contractLink,
    body: z.strictObject({
      name: signature,
      hasConsent: z.literal(true),
      textHash: sha256,
      signerId: rowId.optional(),
    }),
    response: z.object({ contract: shownContract }),
  }),
  /** The signed contract as `application/pdf`. A plain link, so no channel. */
  signedFile: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/bookings/:token/contracts/:contractId/contract.pdf',
    access: 'anyone',
    params: contractLink,
  }),
  /** A questionnaire of the link's session. */
  questions: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/bookings/:token/questionnaires/:questionnaireId',
    access: 'anyone',
    params: questionnaireLink,
    response: z.object({ questionnaire: shownQuestionnaire }),
  }),
  /** Submits all answers, also instead of earlier ones. Fails with `questionnaire_closed` once they are final. */
  answer: endpoint({
    method: 'PUT',
    path: '/api/p/:accountSlug/bookings/:token/questionnaires/:questionnaireId',
    access: 'anyone',
    channel: 'public',
    params: questionnaireLink,
    body: z.strictObject({ answers }),
    response: z.object({ questionnaire: shownQuestionnaire }),
  }),
  /** A contract with its evidence, for members who see the session's amounts; withdrawn ones too. */
  show: endpoint({
    method: 'GET',
    path: '/api/contracts/:contractId',
    access: 'member',
    channel: 'backoffice',
    capability: 'money.read',
    params: contractParams,
    response: z.object({
      contract: shownContract,
      evidence: z.object({
        /** Address and browser from which each person signed, in the order of the signatures. */
        signatures: z.array(z.object({ name: z.string(), at: z.number(), ip: z.string(), userAgent: z.string() })),
        /** What an unsigned contract lacks to be signed. */
        gaps: z.array(contractGap),
        /** SHA-256 of the PDF that all clients signed, and of the one that the studio signed too. */
        signedHash: sha256.nullable(),
        finalHash: sha256.nullable(),
      }),
    }),
  }),
  /** Its PDF, with the studio's signature if there is one. */
  file: endpoint({
    method: 'GET',
    path: '/api/contracts/:contractId/contract.pdf',
    access: 'member',
    channel: 'backoffice',
    capability: 'money.read',
    params: contractParams,
  }),
  /** Signs for the studio after the client. A repeated request returns the contract. */
  countersign: endpoint({
    method: 'POST',
    path: '/api/contracts/:contractId/countersignature',
    access: 'member',
    channel: 'backoffice',
    capability: 'sessions.write',
    params: contractParams,
    body: z.strictObject({ name: signature }),
    response: z.object({ contract: shownContract }),
  }),
};
