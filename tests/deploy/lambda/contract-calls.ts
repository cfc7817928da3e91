import { contracts } from '#core/api/contracts.ts';
import type { Endpoint } from '#core/api/endpoint.ts';
import { insertRow } from '../../support/rows.ts';
import { booked } from './booking-calls.ts';
import { type Call, type Scene, send } from './scene.ts';
import { newId } from './studio.ts';

/** A booking with an unsigned contract and an unanswered questionnaire. */
async function documents(scene: Scene) {
  const token = await booked(scene);
  const { db } = scene.stage;
  const accountId = scene.studio.account.id;
  const { rows } = await db.query<{ id: string }>(
    'select id from sessions where account_id = $1 order by created_at desc limit 1',
    [accountId],
  );
  const [contractId, questionnaireId, questionId] = [newId(), newId(), newId()];
  const of = { account_id: accountId, session_id: rows[0]!.id };
  await insertRow(db, 'contracts', { id: contractId, ...of, title: scene.studio.marker, language: 'ca' });
  const source = `# ${scene.studio.marker}\n\n{{client}}: {{price}}`;
  await insertRow(db, 'contract_texts', { contract_id: contractId, account_id: accountId, source });
  const label = { ca: scene.studio.marker };
  const questions = JSON.stringify([{ id: questionId, kind: 'short', label, isRequired: true, options: [] }]);
  const texts = { ca: { title: scene.studio.marker, intro: '' } };
  await insertRow(db, 'questionnaires', { id: questionnaireId, ...of, texts, questions });
  const params = { accountSlug: scene.studio.account.slug, token, contractId, questionnaireId };
  return { params, questionId };
}

const ask = (scene: Scene, endpoint: Endpoint, params: Record<string, string>, body?: object) => {
  const named = Object.fromEntries(Object.entries(params).filter(([name]) => endpoint.path.includes(`:${name}`)));
  return send(scene, endpoint, { params: named, ...(body ? { body } : {}) });
};

/** Signs a contract as its client. */
export async function sign(scene: Scene) {
  const { params } = await documents(scene);
  const { contract } = contracts.read.response.parse(await (await ask(scene, contracts.read, params)).json());
  const body = { name: `Pau ${scene.studio.marker}`, hasConsent: true, textHash: contract.textHash };
  return { params, answer: await ask(scene, contracts.sign, params, body) };
}

export const CONTRACT_CALLS = {
  read: async (scene) => ask(scene, contracts.read, (await documents(scene)).params),
  sign: async (scene) => (await sign(scene)).answer,
  signedFile: async (scene) => ask(scene, contracts.signedFile, (await sign(scene)).params),
  questions: async (scene) => ask(scene, contracts.questions, (await documents(scene)).params),
  answer: async (scene) => {
    const { params, questionId } = await documents(scene);
    return ask(scene, contracts.answer, params, { answers: { [questionId]: scene.studio.marker } });
  },
  show: async (scene) => ask(scene, contracts.show, (await documents(scene)).params),
  file: async (scene) => ask(scene, contracts.file, (await sign(scene)).params),
  countersign: async (scene) => {
    const { params } = await sign(scene);
    return ask(scene, contracts.countersign, params, { name: `Anna ${scene.studio.marker}` });
  },
} satisfies Record<keyof typeof contracts, Call>;
