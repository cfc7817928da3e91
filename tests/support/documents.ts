import type { ContractTexts } from '#core/domain/contracts/contracts.ts';
import type { Question, QuestionnaireTexts } from '#core/domain/contracts/questionnaires.ts';
import { type Db, insertRow, newId } from './rows.ts';

export const CONTRACT_TEXTS: ContractTexts = {
  ca: {
    title: 'Contracte de retrat',
    body: '# Contracte\n\nEntre {{studio}} i {{client}}.\n\n- Data: {{date}}\n- Preu: {{price}}\n- Paga i senyal: {{deposit}}',
  },
};

export const QUESTIONNAIRE_TEXTS: QuestionnaireTexts = { ca: { title: 'Abans de la sessió', intro: '' } };

/** A required short text and an optional choice. */
export function makeQuestions(): Question[] {
  const option = (label: string) => ({ id: newId(), label: { ca: label } });
  return [
    { id: newId(), kind: 'short', label: { ca: 'Qui hi haurà?' }, isRequired: true, options: [] },
    {
      id: newId(),
      kind: 'choice',
      label: { ca: 'Interior o exterior?' },
      isRequired: false,
      options: [option('Interior'), option('Exterior')],
    },
  ];
}

interface Author {
  account_id: string;
  author_id: string;
}

/** Inserts a contract template. @returns its id */
export async function insertContractTemplate(db: Db, author: Author, values: object = {}): Promise<string> {
  const id = newId();
  await insertRow(db, 'contract_templates', { id, ...author, name: 'Portrait', texts: CONTRACT_TEXTS, ...values });
  return id;
}

/** Inserts a questionnaire template. @returns its id */
export async function insertQuestionnaireTemplate(db: Db, author: Author, values: object = {}): Promise<string> {
  const id = newId();
  const content = { texts: QUESTIONNAIRE_TEXTS, questions: makeQuestions() };
  await insertRow(db, 'questionnaire_templates', { id, ...author, name: 'Portrait', ...content, ...values });
  return id;
}

export interface DocumentRows {
  contractTemplateId: string;
  archivedContractTemplateId: string;
  questionnaireTemplateId: string;
  archivedQuestionnaireTemplateId: string;
  /** Unsigned. */
  contractId: string;
  /** Not sent. */
  draftContractId: string;
  /** By the client only. */
  signedContractId: string;
  /** Unanswered. */
  questionnaireId: string;
}

/** Inserts templates, and a contract and a questionnaire of a session. */
export async function makeDocuments(db: Db, author: Author, sessionId: string): Promise<DocumentRows> {
  const rows: DocumentRows = {
    ...missingDocuments(),
    contractTemplateId: await insertContractTemplate(db, author),
    archivedContractTemplateId: await insertContractTemplate(db, author, { archived_at: new Date() }),
    questionnaireTemplateId: await insertQuestionnaireTemplate(db, author),
    archivedQuestionnaireTemplateId: await insertQuestionnaireTemplate(db, author, { archived_at: new Date() }),
  };
  const of = { account_id: author.account_id, session_id: sessionId };
  await insertRow(db, 'contracts', {
    id: rows.contractId,
    ...of,
    title: 'Contracte de retrat',
    language: 'ca',
    template_id: rows.contractTemplateId,
  });
  const signed = {
    status: 'signed',
    signed_at: new Date(),
    signed_date: new Date(),
    signed_duration: 60,
    signer_name: 'Núria',
  };
  const byClient = {
    id: rows.signedContractId,
    ...of,
    title: 'Contracte',
    language: 'ca',
    needs_countersignature: true,
  };
  await insertRow(db, 'contracts', { ...byClient, ...signed });
  const draft = { id: rows.draftContractId, ...of, title: 'Esborrany', language: 'ca', status: 'draft' };
  await insertRow(db, 'contracts', draft);
  const text = { contract_id: rows.contractId, account_id: author.account_id, source: CONTRACT_TEXTS.ca!.body };
  await insertRow(db, 'contract_texts', text);
  const asked = { texts: QUESTIONNAIRE_TEXTS, questions: makeQuestions() };
  await insertRow(db, 'questionnaires', { id: rows.questionnaireId, ...of, ...asked });
  return rows;
}

/** Well-formed ids without rows. */
export function missingDocuments(): DocumentRows {
  return {
    contractTemplateId: newId(),
    archivedContractTemplateId: newId(),
    questionnaireTemplateId: newId(),
    archivedQuestionnaireTemplateId: newId(),
    contractId: newId(),
    draftContractId: newId(),
    signedContractId: newId(),
    questionnaireId: newId(),
  };
}
