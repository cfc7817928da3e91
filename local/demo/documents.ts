import { contracts } from '#core/api/contracts.ts';
import { assignContract, assignQuestionnaire } from '#functions/contracts/assign.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { DEMO_STUDIO } from './content.ts';
import { DEMO_CONTRACT, DEMO_QUESTIONNAIRE, DEMO_QUESTIONS } from './documents-content.ts';
import type { DemoIds } from './demo-ids.ts';
import { insert } from './insert.ts';
import type { ProductApi } from './product-api.ts';
import { withDatabase } from './proofing.ts';

interface Studio {
  accountId: string;
  userId: string;
  ids: DemoIds;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Creates a contract and a questionnaire, which the family sessions ask for. One session has a contract that its client
 * signed, another one a contract to sign and an answered questionnaire. Sends both by the product's own code, and signs
 * and answers as clients do, so that the signed PDF exists. Safe to repeat.
 */
export async function makeDocuments(databaseUrl: string, api: ProductApi, studio: Studio): Promise<void> {
  const { ids } = studio;
  const signed = await sendDocuments(databaseUrl, studio);
  const link = (token: string) => ({ accountSlug: DEMO_STUDIO.slug, token });
  const ofContract = { ...link(signed.tomorrow), contractId: ids.document('signed') };
  const { contract } = await api.call(contracts.read, ofContract);
  const { textHash } = contract;
  await api.call(contracts.sign, ofContract, { name: 'Mercè Vidal', hasConsent: true, textHash });
  const { light, who, show, wishes } = questionIds(ids);
  const answers = {
    [who]: 'Marta, y Leo, que tiene cuatro años',
    [light]: ids.document('light 0'),
    [show]: true,
    [wishes]: 'Leo tarda un poco en coger confianza: mejor empezar jugando.',
  };
  await api.call(contracts.answer, { ...link(signed.next), questionnaireId: ids.document('answers') }, { answers });
}

const questionIds = (ids: DemoIds) => ({
  who: ids.document('who'),
  light: ids.document('light'),
  show: ids.document('show'),
  wishes: ids.document('wishes'),
});

/** Returns tokens of the links of both sessions. */
function sendDocuments(
  databaseUrl: string,
  { accountId, userId, ids, now }: Studio,
): Promise<{ tomorrow: string; next: string }> {
  const author = { account_id: accountId, author_id: userId };
  const [contractId, questionnaireId] = [ids.document('contract'), ids.document('questionnaire')];
  const questions = DEMO_QUESTIONS.map(({ key, options, ...question }) => ({
    ...question,
    id: ids.document(key),
    options: options.map((label, index) => ({ id: ids.document(`${key} ${index}`), label })),
  }));
  return withDatabase(databaseUrl, async (db) => {
    const tx = {
      query: async <Row>(text: string, values: readonly unknown[] = []) =>
        (await db.query(text, [...values])).rows as Row[],
    };
    await db.query('begin');
    const isNew = await insert(db, 'contract_templates', {
      id: contractId,
      ...author,
      name: 'Photography agreement',
      texts: JSON.stringify(DEMO_CONTRACT),
      needs_countersignature: true,
    });
    if (isNew) {
      await insert(db, 'questionnaire_templates', {
        id: questionnaireId,
        ...author,
        name: 'Before the session',
        texts: JSON.stringify(DEMO_QUESTIONNAIRE),
        questions: JSON.stringify(questions),
      });
      await db.query(
        'update session_types set contract_template_id = $2, questionnaire_template_id = $3 where id = $1',
        [ids.sessionType('family'), contractId, questionnaireId],
      );
      for (const [session, id] of [
        ['tomorrow', 'signed'],
        ['next', 'waiting'],
      ] as const) {
        const of = { accountId, sessionId: ids.session(session), templateId: contractId, id: ids.document(id) };
        await assignContract(tx, of, now);
      }
      const asked = { accountId, sessionId: ids.session('next'), templateId: questionnaireId };
      await assignQuestionnaire(tx, { ...asked, id: ids.document('answers') }, now);
    }
    const link = async (session: string) =>
      (await createSessionLink(tx, { accountId, sessionId: ids.session(session), now }))!;
    const tokens = { tomorrow: await link('tomorrow'), next: await link('next') };
    await db.query('commit');
    return tokens;
  });
}
