import type { Question, QuestionKind, QuestionnaireTexts } from './questionnaires.ts';

/** Kinds of sessions that have questions to begin with. */
export const QUESTIONNAIRE_STARTERS = ['wedding', 'family', 'newborn', 'portrait', 'business'] as const;
export type QuestionnaireStarter = (typeof QUESTIONNAIRE_STARTERS)[number];

type Label = Readonly<{ en: string; es: string; ca: string }>;

interface StarterQuestion {
  kind: QuestionKind;
  label: Label;
  isRequired?: true;
  options?: readonly Label[];
}

interface Starter {
  texts: QuestionnaireTexts;
  questions: readonly StarterQuestion[];
}

const INTRO: Label = {
  en: 'A few minutes that help us prepare. You can change your answers until the day of your session.',
  es: 'Unos minutos que nos ayudan a prepararla. Puedes cambiar las respuestas hasta el día de la sesión.',
  ca: 'Uns minuts que ens ajuden a preparar-la. Pots canviar les respostes fins al dia de la sessió.',
};

/** Titles of a questionnaire, with the introduction that all of them have. */
const texts = (title: Label): QuestionnaireTexts => ({
  en: { title: title.en, intro: INTRO.en },
  es: { title: title.es, intro: INTRO.es },
  ca: { title: title.ca, intro: INTRO.ca },
});

const SHOW: StarterQuestion = {
  kind: 'yesNo',
  label: {
    en: 'May we show some of the photos on our website and social media?',
    es: '¿Podemos mostrar algunas fotos en nuestra web y redes sociales?',
    ca: 'Podem mostrar algunes fotos al nostre web i a les xarxes socials?',
  },
};

const WISHES: StarterQuestion = {
  kind: 'long',
  label: {
    en: 'Is there anything else that we should know?',
    es: '¿Hay algo más que debamos saber?',
    ca: 'Hi ha res més que hàgim de saber?',
  },
};

const STARTERS: Readonly<Record<QuestionnaireStarter, Starter>> = {
  wedding: {
    texts: texts({ en: 'Before your wedding', es: 'Antes de vuestra boda', ca: 'Abans del vostre casament' }),
    questions: [
      {
        kind: 'long',
        isRequired: true,
        label: {
          en: 'Where are you getting ready, and where are the ceremony and the celebration?',
          es: '¿Dónde os preparáis y dónde son la ceremonia y la celebración?',
          ca: 'On us prepareu i on són la cerimònia i la celebració?',
        },
      },
      {
        kind: 'long',
        isRequired: true,
        label: {
          en: 'What is the timetable of the day?',
          es: '¿Cuál es el horario del día?',
          ca: 'Quin és l’horari del dia?',
        },
      },
      {
        kind: 'short',
        isRequired: true,
        label: {
          en: 'Who can we call on the day? Name and phone number',
          es: '¿A quién podemos llamar ese día? Nombre y teléfono',
          ca: 'A qui podem trucar aquell dia? Nom i telèfon',
        },
      },
      {
        kind: 'long',
        label: {
          en: 'Which group photos would you like?',
          es: '¿Qué fotos de grupo queréis?',
          ca: 'Quines fotos de grup voleu?',
        },
      },
      {
        kind: 'long',
        label: {
          en: 'Are there surprises, traditions or people to look out for?',
          es: '¿Hay sorpresas, tradiciones o personas que debamos tener en cuenta?',
          ca: 'Hi ha sorpreses, tradicions o persones que hàgim de tenir en compte?',
        },
      },
      SHOW,
    ],
  },
  family: {
    texts: texts({
      en: 'Before your family session',
      es: 'Antes de la sesión familiar',
      ca: 'Abans de la sessió de família',
    }),
    questions: [
      {
        kind: 'long',
        isRequired: true,
        label: {
          en: 'Who is coming? Names, and the children’s ages',
          es: '¿Quién viene? Nombres y edad de los niños',
          ca: 'Qui ve? Noms i edat dels nens',
        },
      },
      {
        kind: 'choice',
        label: {
          en: 'Which photos do you like best?',
          es: '¿Qué fotos os gustan más?',
          ca: 'Quines fotos us agraden més?',
        },
        options: [
          { en: 'Playing and moving', es: 'Jugando y en movimiento', ca: 'Jugant i en moviment' },
          { en: 'Calm portraits', es: 'Retratos tranquilos', ca: 'Retrats tranquils' },
          { en: 'A bit of both', es: 'Un poco de todo', ca: 'Una mica de tot' },
        ],
      },
      {
        kind: 'long',
        label: {
          en: 'What do the children like, and what are they shy of?',
          es: '¿Qué les gusta a los niños y qué les da vergüenza?',
          ca: 'Què agrada als nens i què els fa vergonya?',
        },
      },
      {
        kind: 'yesNo',
        label: { en: 'Are you bringing a pet?', es: '¿Traéis una mascota?', ca: 'Porteu una mascota?' },
      },
      SHOW,
      WISHES,
    ],
  },
  newborn: {
    texts: texts({
      en: 'Before your newborn session',
      es: 'Antes de la sesión de recién nacido',
      ca: 'Abans de la sessió de nadó',
    }),
    questions: [
      {
        kind: 'short',
        isRequired: true,
        label: { en: 'What is the baby’s name?', es: '¿Cómo se llama el bebé?', ca: 'Com es diu el nadó?' },
      },
      {
        kind: 'date',
        isRequired: true,
        label: {
          en: 'When was the baby born, or when is it due?',
          es: '¿Cuándo nació, o para cuándo se espera?',
          ca: 'Quan va néixer, o per a quan s’espera?',
        },
      },
      {
        kind: 'long',
        label: {
          en: 'Is there anything about the baby’s health that we should know?',
          es: '¿Hay algo sobre la salud del bebé que debamos saber?',
          ca: 'Hi ha res sobre la salut del nadó que hàgim de saber?',
        },
      },
      {
        kind: 'choices',
        label: {
          en: 'Who else should be in the photos?',
          es: '¿Quién más sale en las fotos?',
          ca: 'Qui més surt a les fotos?',
        },
        options: [
          { en: 'Parents', es: 'Padres', ca: 'Pares' },
          { en: 'Brothers and sisters', es: 'Hermanos', ca: 'Germans' },
          { en: 'Grandparents', es: 'Abuelos', ca: 'Avis' },
        ],
      },
      {
        kind: 'long',
        label: {
          en: 'Which colours do you like, and is there a blanket or toy that matters to you?',
          es: '¿Qué colores os gustan? ¿Hay una manta o un juguete especial?',
          ca: 'Quins colors us agraden? Hi ha una manta o una joguina especial?',
        },
      },
      SHOW,
    ],
  },
  portrait: {
    texts: texts({
      en: 'Before your portrait session',
      es: 'Antes de tu sesión de retrato',
      ca: 'Abans de la teva sessió de retrat',
    }),
    questions: [
      {
        kind: 'short',
        isRequired: true,
        label: {
          en: 'What will you use the photos for?',
          es: '¿Para qué usarás las fotos?',
          ca: 'Per a què faràs servir les fotos?',
        },
      },
      {
        kind: 'choice',
        label: { en: 'Which light do you like?', es: '¿Qué luz te gusta?', ca: 'Quina llum t’agrada?' },
        options: [
          { en: 'Soft, by the window', es: 'Suave, junto a la ventana', ca: 'Suau, al costat de la finestra' },
          { en: 'Bright, outside', es: 'Clara, al aire libre', ca: 'Clara, a l’aire lliure' },
          { en: 'You choose', es: 'Decide tú', ca: 'Decideix-ho tu' },
        ],
      },
      {
        kind: 'long',
        label: {
          en: 'Which photos of you do you like, and what makes you feel uneasy in front of a camera?',
          es: '¿Qué fotos tuyas te gustan y qué te incomoda ante la cámara?',
          ca: 'Quines fotos teves t’agraden i què t’incomoda davant la càmera?',
        },
      },
      SHOW,
      WISHES,
    ],
  },
  business: {
    texts: texts({
      en: 'Before your business session',
      es: 'Antes de la sesión de empresa',
      ca: 'Abans de la sessió d’empresa',
    }),
    questions: [
      {
        kind: 'short',
        isRequired: true,
        label: {
          en: 'Who can we contact on the day? Name and phone number',
          es: '¿Con quién podemos contactar ese día? Nombre y teléfono',
          ca: 'Amb qui podem contactar aquell dia? Nom i telèfon',
        },
      },
      {
        kind: 'short',
        isRequired: true,
        label: {
          en: 'How many people do we photograph?',
          es: '¿A cuántas personas fotografiamos?',
          ca: 'Quantes persones fotografiem?',
        },
      },
      {
        kind: 'choices',
        isRequired: true,
        label: {
          en: 'Where will the photos appear?',
          es: '¿Dónde se publicarán las fotos?',
          ca: 'On es publicaran les fotos?',
        },
        options: [
          { en: 'Website', es: 'Web', ca: 'Web' },
          { en: 'LinkedIn and social media', es: 'LinkedIn y redes sociales', ca: 'LinkedIn i xarxes socials' },
          { en: 'Press and print', es: 'Prensa e impresos', ca: 'Premsa i impresos' },
        ],
      },
      {
        kind: 'long',
        label: {
          en: 'Is there a brand guide: background, colours, clothing?',
          es: '¿Hay una guía de marca: fondo, colores, vestuario?',
          ca: 'Hi ha una guia de marca: fons, colors, vestuari?',
        },
      },
      {
        kind: 'date',
        label: {
          en: 'When do you need the photos?',
          es: '¿Para cuándo necesitáis las fotos?',
          ca: 'Per a quan necessiteu les fotos?',
        },
      },
      WISHES,
    ],
  },
};

/** Returns texts and questions of a kind of session, in all languages, with new ids. */
export function questionnaireStarter(
  starter: QuestionnaireStarter,
  newId: () => string,
): { texts: QuestionnaireTexts; questions: Question[] } {
  const { texts: written, questions } = STARTERS[starter];
  return {
    texts: written,
    questions: questions.map(({ kind, label, isRequired = false, options = [] }) => ({
      id: newId(),
      kind,
      label,
      isRequired,
      options: options.map((option) => ({ id: newId(), label: option })),
    })),
  };
}
