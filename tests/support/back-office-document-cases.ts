import { now, PHOTOGRAPHERS, update, type MutationCase, type QueryCase } from './back-office-case.ts';
import { CONTRACT_TEXTS, makeQuestions, QUESTIONNAIRE_TEXTS } from './documents.ts';
import { newId } from './rows.ts';

const onlyId = (id: string) => ({ id, now });
const send = (sessionId: string, templateId: string) => ({ id: newId(), sessionId, templateId, now });
const asked = () => ({ texts: QUESTIONNAIRE_TEXTS, questions: makeQuestions() });

const writing = { may: PHOTOGRAPHERS, needs: ['scheduling.write'], stranger: 'not_found' } as const;
const sending = { may: PHOTOGRAPHERS, needs: ['sessions.write'], stranger: 'not_found' } as const;

/** Mutators of contracts and questionnaires. */
export const DOCUMENT_CASES: Readonly<Record<string, MutationCase>> = {
  'contractTemplates.create': {
    ...writing,
    stranger: 'done',
    args: () => ({ id: newId(), name: 'Wedding', texts: CONTRACT_TEXTS, needsCountersignature: true, now }),
  },
  'contractTemplates.update': {
    ...writing,
    args: ({ contractTemplateId }) => update(contractTemplateId, { name: 'Portraits', texts: CONTRACT_TEXTS }),
  },
  'contractTemplates.archive': { ...writing, args: ({ contractTemplateId }) => onlyId(contractTemplateId) },
  'contractTemplates.unarchive': {
    ...writing,
    args: ({ archivedContractTemplateId }) => onlyId(archivedContractTemplateId),
  },
  'questionnaireTemplates.create': {
    ...writing,
    stranger: 'done',
    args: () => ({ id: newId(), name: 'Wedding', ...asked(), now }),
  },
  'questionnaireTemplates.update': {
    ...writing,
    args: ({ questionnaireTemplateId }) => update(questionnaireTemplateId, { name: 'Portraits', ...asked() }),
  },
  'questionnaireTemplates.archive': {
    ...writing,
    args: ({ questionnaireTemplateId }) => onlyId(questionnaireTemplateId),
  },
  'questionnaireTemplates.unarchive': {
    ...writing,
    args: ({ archivedQuestionnaireTemplateId }) => onlyId(archivedQuestionnaireTemplateId),
  },
  'contracts.send': {
    ...sending,
    args: ({ sessionId, contractTemplateId }) => send(sessionId, contractTemplateId),
    mixed: (own, foreign) => [
      send(own.sessionId, foreign.contractTemplateId),
      send(foreign.sessionId, own.contractTemplateId),
    ],
  },
  'contracts.resend': { ...sending, args: ({ contractId }) => onlyId(contractId) },
  'contracts.replace': {
    ...sending,
    args: ({ contractId }) => ({ id: newId(), contractId, now }),
    mixed: (_own, foreign) => [{ id: newId(), contractId: foreign.contractId, now }],
  },
  'contracts.withdraw': { ...sending, args: ({ contractId }) => onlyId(contractId) },
  'questionnaires.send': {
    ...sending,
    args: ({ sessionId, questionnaireTemplateId }) => send(sessionId, questionnaireTemplateId),
    mixed: (own, foreign) => [
      send(own.sessionId, foreign.questionnaireTemplateId),
      send(foreign.sessionId, own.questionnaireTemplateId),
    ],
  },
  'questionnaires.resend': { ...sending, args: ({ questionnaireId }) => onlyId(questionnaireId) },
  'questionnaires.remove': { ...sending, args: ({ questionnaireId }) => onlyId(questionnaireId) },
};

export const DOCUMENT_QUERY_CASES: Readonly<Record<string, QueryCase>> = {
  'contracts.templates': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['sessions.write'],
    shows: ({ contractTemplateId }) => [contractTemplateId],
  },
  'contracts.signedOfCustomer': {
    args: ({ customerId }) => ({ customerId, limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ signedContractId }) => [signedContractId],
  },
  'contracts.toCountersign': {
    args: () => ({ limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ signedContractId }) => [signedContractId],
  },
  'contracts.drafts': {
    args: () => ({ limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ draftContractId }) => [draftContractId],
  },
  'contracts.unsigned': {
    args: () => ({ before: Date.UTC(2100, 0, 1), limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ contractId }) => [contractId],
  },
  'questionnaires.templates': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['sessions.write'],
    shows: ({ questionnaireTemplateId }) => [questionnaireTemplateId],
  },
};
