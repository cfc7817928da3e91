import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type { ContractStatus, ContractTexts } from '../../domain/contracts/contracts.ts';
import type { Language } from '../../domain/values/languages.ts';
import type { Answers, Question, QuestionnaireTexts } from '../../domain/contracts/questionnaires.ts';

export const contractTemplates = table('contractTemplates')
  .from('contract_templates')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    name: string(),
    texts: json<ContractTexts>(),
    needsCountersignature: boolean().from('needs_countersignature'),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    archivedAt: number().from('archived_at').optional(),
  })
  .primaryKey('id');

/** Contracts of sessions, without text and amounts: the server has those (`api.contracts`). */
export const contracts = table('contracts')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    sessionId: string().from('session_id'),
    templateId: string().from('template_id').optional(),
    title: string(),
    language: enumeration<Language>(),
    status: enumeration<ContractStatus>(),
    /** The session's type asks for it: the booking is confirmed once it is signed. */
    isRequired: boolean().from('is_required'),
    needsCountersignature: boolean().from('needs_countersignature'),
    sentAt: number().from('sent_at'),
    openedAt: number().from('opened_at').optional(),
    signedAt: number().from('signed_at').optional(),
    signerName: string().from('signer_name'),
    /** The session's time in the signed text, from the first signature on. */
    signedDate: number().from('signed_date').optional(),
    signedDuration: number().from('signed_duration').optional(),
    /** Price or deposit differ from those of the signed text. */
    priceChanged: boolean().from('price_changed'),
    countersignedAt: number().from('countersigned_at').optional(),
    countersignedBy: string().from('countersigned_by').optional(),
    countersignerName: string().from('countersigner_name'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');

/** Who signs a contract; from where is on the server only. */
export const contractSigners = table('contractSigners')
  .from('contract_signers')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    contractId: string().from('contract_id'),
    /** Null once the contact was removed, or if the signature is older than this table. */
    contactId: string().from('contact_id').optional(),
    position: number(),
    signedAt: number().from('signed_at').optional(),
    /** As typed; empty until signed, and after the client was erased. */
    signerName: string().from('signer_name'),
  })
  .primaryKey('id');

export const questionnaireTemplates = table('questionnaireTemplates')
  .from('questionnaire_templates')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    name: string(),
    texts: json<QuestionnaireTexts>(),
    questions: json<readonly Question[]>(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    archivedAt: number().from('archived_at').optional(),
  })
  .primaryKey('id');

/** Questionnaires of sessions, with their questions as they were when sent. */
export const questionnaires = table('questionnaires')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    sessionId: string().from('session_id'),
    templateId: string().from('template_id').optional(),
    texts: json<QuestionnaireTexts>(),
    questions: json<readonly Question[]>(),
    answers: json<Answers>(),
    sentAt: number().from('sent_at'),
    openedAt: number().from('opened_at').optional(),
    submittedAt: number().from('submitted_at').optional(),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');
