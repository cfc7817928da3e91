import type { StepContent, StepFields, StepTiming } from './automations.ts';
import type { Language } from '../values/languages.ts';

type Texts = Readonly<Record<Language, string>>;

const mail = (subject: Texts, body: Texts): StepContent => ({
  kind: 'mail',
  settings: {
    texts: {
      en: { subject: subject.en, body: body.en },
      es: { subject: subject.es, body: body.es },
      ca: { subject: subject.ca, body: body.ca },
    },
  },
});

const days = (anchor: StepTiming['anchor'], offsetAmount: number, timeOfDay = 600): StepTiming => ({
  anchor,
  offsetUnit: 'days',
  offsetAmount,
  timeOfDay,
});

const CHARGE: Texts = {
  en: 'Charge batteries, empty memory cards',
  es: 'Cargar baterías y vaciar tarjetas de memoria',
  ca: 'Carregar bateries i buidar targetes de memòria',
};

const WELCOME = mail(
  {
    en: 'Thank you for booking: {{type}}',
    es: 'Gracias por tu reserva: {{type}}',
    ca: 'Gràcies per la teva reserva: {{type}}',
  },
  {
    en: `Hello {{client}},

Thank you for booking with us! We’re looking forward to your session:

{{type}}
{{date}}
{{time}}
{{place}}

Here you’ll always find everything about your session:

{{link}}

If you have any questions, just reply to this email.

{{studio}}`,
    es: `Hola, {{client}}:

¡Gracias por reservar con nosotros! Tenemos muchas ganas de tu sesión:

{{type}}
{{date}}
{{time}}
{{place}}

Aquí encontrarás siempre todo sobre tu sesión:

{{link}}

Si tienes alguna duda, responde a este correo.

{{studio}}`,
    ca: `Hola, {{client}}:

Gràcies per reservar amb nosaltres! Tenim moltes ganes de la teva sessió:

{{type}}
{{date}}
{{time}}
{{place}}

Aquí trobaràs sempre tot sobre la teva sessió:

{{link}}

Si tens cap dubte, respon aquest correu.

{{studio}}`,
  },
);

const WEAR = mail(
  {
    en: 'What to wear for your session',
    es: 'Qué ponerse para tu sesión',
    ca: 'Què posar-se per a la teva sessió',
  },
  {
    en: `Hello {{client}},

Your session is on {{date}}. A few ideas for what to wear:

Choose clothes you feel comfortable in. Plain colours that go together look better than large prints or logos. If there are several of you, pick two or three colours for everyone.

Bring something warm and, if you like, a second outfit.

{{link}}

See you soon,
{{studio}}`,
    es: `Hola, {{client}}:

Tu sesión es el {{date}}. Algunas ideas sobre la ropa:

Elige prendas con las que te sientas a gusto. Los colores lisos que combinan entre sí quedan mejor que los estampados grandes o los logotipos. Si sois varios, elegid dos o tres colores para todos.

Trae algo de abrigo y, si te apetece, un segundo conjunto.

{{link}}

Hasta pronto,
{{studio}}`,
    ca: `Hola, {{client}}:

La teva sessió és el {{date}}. Algunes idees sobre la roba:

Tria peces amb què et sentis a gust. Els colors llisos que combinen entre ells queden millor que els estampats grans o els logotips. Si sou uns quants, trieu dos o tres colors per a tothom.

Porta alguna cosa d’abric i, si et ve de gust, un segon conjunt.

{{link}}

Fins aviat,
{{studio}}`,
  },
);

const THANKS = mail(
  {
    en: 'Thank you for your time',
    es: 'Gracias por tu tiempo',
    ca: 'Gràcies pel teu temps',
  },
  {
    en: `Hello {{client}},

Thank you for the session! We enjoyed it and are already looking through your photos.

We’ll write to you as soon as your gallery is ready.

{{studio}}`,
    es: `Hola, {{client}}:

¡Gracias por la sesión! La hemos disfrutado y ya estamos mirando tus fotos.

Te escribiremos en cuanto tu galería esté lista.

{{studio}}`,
    ca: `Hola, {{client}}:

Gràcies per la sessió! L’hem gaudida i ja estem mirant les teves fotos.

T’escriurem així que la teva galeria estigui a punt.

{{studio}}`,
  },
);

const REVIEW = mail(
  {
    en: 'How did you like your photos?',
    es: '¿Te han gustado tus fotos?',
    ca: 'T’han agradat les teves fotos?',
  },
  {
    en: `Hello {{client}},

We hope you’re enjoying your photos. If you have a moment, tell us how you liked the session: simply reply to this email.

And if you know someone who would like one too, we’d be glad if you recommended us.

{{studio}}`,
    es: `Hola, {{client}}:

Esperamos que estés disfrutando de tus fotos. Si tienes un momento, cuéntanos qué te pareció la sesión: basta con responder a este correo.

Y si conoces a alguien a quien también le gustaría, nos alegrará que nos recomiendes.

{{studio}}`,
    ca: `Hola, {{client}}:

Esperem que estiguis gaudint de les teves fotos. Si tens un moment, explica’ns què et va semblar la sessió: només cal respondre aquest correu.

I si coneixes algú a qui també li agradaria, ens farà il·lusió que ens recomanis.

{{studio}}`,
  },
);

/** Steps to begin with, in the order of their times. @param language of the studio, for its own task */
export const suggestSteps = (language: Language): StepFields[] => [
  { timing: { ...days('booked', 1), offsetUnit: 'hours' }, content: WELCOME },
  { timing: days('shoot', -3), content: WEAR },
  { timing: days('shoot', -1, 1080), content: { kind: 'checklist', settings: { text: CHARGE[language] } } },
  { timing: days('shoot', 1), content: THANKS },
  { timing: days('delivered', 7), content: REVIEW },
];
