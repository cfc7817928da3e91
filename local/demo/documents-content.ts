import type { ContractTexts } from '#core/domain/contracts/contracts.ts';
import { CONTRACT_STARTERS } from '#core/domain/contracts/contract-starters.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import type { QuestionnaireTexts, QuestionKind } from '#core/domain/contracts/questionnaires.ts';

/** The starters without their first line, which asks for a lawyer. */
export const DEMO_CONTRACT: ContractTexts = Object.fromEntries(
  LANGUAGES.map((language) => {
    const { title, body } = CONTRACT_STARTERS[language];
    return [language, { title, body: body.split('\n').slice(2).join('\n') }];
  }),
);

export const DEMO_QUESTIONNAIRE: QuestionnaireTexts = {
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

export const DEMO_QUESTIONS: readonly DemoQuestion[] = [
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
