import { contracts } from '#core/api/contracts.ts';
import { CONTRACT_STARTERS } from '#core/domain/contracts/contract-starters.ts';
import type { ContractTexts } from '#core/domain/contracts/contracts.ts';
import type { QuestionKind, QuestionnaireTexts } from '#core/domain/contracts/questionnaires.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { assignContract, assignQuestionnaire } from '#functions/contracts/assign.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { DEMO_STUDIO } from './content.ts';
import type { DemoIds, DemoStudio } from './demo-ids.ts';
import { insert, withDatabase } from './insert.ts';
import type { ProductApi } from './product-api.ts';

/** The starters without their first line, which asks for a lawyer. */
const DEMO_CONTRACT: ContractTexts = Object.fromEntries(
  LANGUAGES.map((language) => {
    const { title, body } = CONTRACT_STARTERS[language];
    return [language, { title, body: body.split('\n').slice(2).join('\n') }];
  }),
);

const DEMO_QUESTIONNAIRE: QuestionnaireTexts = {
  en: { title: 'Before your session', intro: 'Five minutes that help us prepare. You can change the answers later.' },
  es: {
    title: 'Antes de tu sesión',
    intro: 'Cinco minutos que nos ayudan a prepararla. Puedes cambiar las respuestas después.',
  },
  ca: {
    title: 'Abans de la teva sessió',
    intro: 'Cinc minuts que ens ajuden a preparar-la. Pots canviar les respostes després.',
  },
};

type Label = Readonly<{ en: string; es: string; ca: string }>;

interface DemoQuestion {
  key: string;
  kind: QuestionKind;
  label: Label;
  isRequired: boolean;
  options: readonly Label[];
}

const DEMO_QUESTIONS: readonly DemoQuestion[] = [
  {
    key: 'who',
    kind: 'short',
    label: {
      en: 'Who is coming, and how old are the children?',
      es: '¿Quién viene y qué edad tienen los niños?',
      ca: 'Qui ve i quina edat tenen els nens?',
    },
    isRequired: true,
    options: [],
  },
  {
    key: 'light',
    kind: 'choice',
    label: {
      en: 'Which light do you like?',
      es: '¿Qué luz te gusta más?',
      ca: 'Quina llum t’agrada més?',
    },
    isRequired: true,
    options: [
      { en: 'Soft, at the window', es: 'Suave, junto a la ventana', ca: 'Suau, al costat de la finestra' },
      { en: 'Bright, outside', es: 'Clara, al aire libre', ca: 'Clara, a l’aire lliure' },
    ],
  },
  {
    key: 'show',
    kind: 'yesNo',
    label: {
      en: 'May we show some of the photos on our website?',
      es: '¿Podemos mostrar algunas fotos en nuestra web?',
      ca: 'Podem mostrar algunes fotos al nostre web?',
    },
    isRequired: false,
    options: [],
  },
  {
    key: 'wishes',
    kind: 'long',
    label: {
      en: 'Is there anything that we should know?',
      es: '¿Hay algo que debamos saber?',
      ca: 'Hi ha res que hàgim de saber?',
    },
    isRequired: false,
    options: [],
  },
];

/**
 * Creates a contract and a questionnaire, which the family sessions ask for. One session has a contract that its client
 * signed, another one a contract to sign and an answered questionnaire. Sends both by the product's own code, and signs
 * and answers as clients do, so that the signed PDF exists. Safe to repeat.
 */
export async function makeDocuments(databaseUrl: string, api: ProductApi, studio: DemoStudio): Promise<void> {
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
  { accountId, userId, ids, now }: DemoStudio,
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
