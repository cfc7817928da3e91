import type { Language } from '../../values/languages.ts';

/** A text in every language. */
export type Texts = Readonly<Record<Language, string>>;

const of = (en: string, es: string, ca: string): Texts => ({ en, es, ca });

/** Returns the texts with the studio's name instead of `{name}`. */
export function named(texts: Texts, name: string): Texts {
  const fill = (text: string) => text.replaceAll('{name}', () => name);
  return { en: fill(texts.en), es: fill(texts.es), ca: fill(texts.ca) };
}

/** Titles of the pages in their menu. */
export const TITLES = {
  home: of('Home', 'Inicio', 'Inici'),
  portfolio: of('Portfolio', 'Portfolio', 'Portfoli'),
  about: of('About us', 'Quiénes somos', 'Qui som'),
  prices: of('Prices', 'Precios', 'Preus'),
  questions: of('Questions', 'Preguntas', 'Preguntes'),
  contact: of('Contact', 'Contacto', 'Contacte'),
};

/** Sentences for search engines and link previews. */
export const DESCRIPTIONS = {
  home: of('{name}, photography.', '{name}, fotografía.', '{name}, fotografia.'),
  portfolio: of('Galleries by {name}.', 'Galerías: {name}.', 'Galeries: {name}.'),
  about: of('Who is behind {name}.', 'Quién está detrás: {name}.', 'Qui hi ha al darrere: {name}.'),
  prices: of('Sessions and prices of {name}.', 'Sesiones y precios: {name}.', 'Sessions i preus: {name}.'),
  questions: of('Questions that {name} often hears.', 'Preguntas frecuentes: {name}.', 'Preguntes freqüents: {name}.'),
  contact: of('How to reach {name}.', 'Contacto: {name}.', 'Contacte: {name}.'),
};

export const HEADLINES = {
  again: of(
    'Photographs you will want to look at again',
    'Fotografías que querrás volver a mirar',
    'Fotografies que voldràs tornar a mirar',
  ),
  attention: of(
    'Photographs made with time and attention',
    'Fotografías hechas con tiempo y atención',
    'Fotografies fetes amb temps i atenció',
  ),
  lets: of('Let’s make photographs', 'Hagamos fotos', 'Fem fotos'),
  stories: of('Stories in photographs', 'Historias en fotografías', 'Històries en fotografies'),
};

export const HEADINGS = {
  work: of('Recent work', 'Trabajo reciente', 'Feina recent'),
  about: of('About us', 'Quiénes somos', 'Qui som'),
  prices: of('Sessions and prices', 'Sesiones y precios', 'Sessions i preus'),
  questions: of('Questions and answers', 'Preguntas y respuestas', 'Preguntes i respostes'),
  contact: of('Write to us', 'Escríbenos', 'Escriu-nos'),
  journal: of('From the journal', 'Del diario', 'Del diari'),
  mind: of('Do you have something in mind?', '¿Tienes algo en mente?', 'Tens alguna cosa al cap?'),
};

export const INTROS = {
  look: of(
    'Take your time with the photographs, and write to us with what you have in mind.',
    'Mira las fotografías con calma y cuéntanos qué tienes en mente.',
    'Mira les fotografies amb calma i explica’ns què tens al cap.',
  ),
  /** For a studio without photos. */
  plan: of(
    'Tell us what you have in mind: we will find the day, the place and the light with you.',
    'Cuéntanos qué tienes en mente: buscaremos contigo el día, el lugar y la luz.',
    'Explica’ns què tens al cap: buscarem amb tu el dia, el lloc i la llum.',
  ),
  portfolio: of(
    'A selection of our work. Open a gallery to see all its photographs.',
    'Una selección de nuestro trabajo. Abre una galería para ver todas sus fotografías.',
    'Una selecció de la nostra feina. Obre una galeria per veure’n totes les fotografies.',
  ),
  prices: of(
    'Every session with its length and its price. Choose one and book a time that suits you.',
    'Cada sesión con su duración y su precio. Elige una y reserva la hora que te vaya bien.',
    'Cada sessió amb la durada i el preu. Tria’n una i reserva l’hora que et vagi bé.',
  ),
  contact: of(
    'Tell us the day, the place and what you have in mind. We read every message.',
    'Cuéntanos el día, el lugar y qué tienes en mente. Leemos todos los mensajes.',
    'Explica’ns el dia, el lloc i què tens al cap. Llegim tots els missatges.',
  ),
  mind: of(
    'Write to us, and we will find out together what suits you.',
    'Escríbenos y veremos contigo qué te va mejor.',
    'Escriu-nos i veurem amb tu què et va millor.',
  ),
  quote: of(
    'A good photograph keeps more than a moment: it keeps how it felt.',
    'Una buena fotografía guarda algo más que un momento: guarda cómo se vivió.',
    'Una bona fotografia guarda alguna cosa més que un moment: guarda com es va viure.',
  ),
};

export const BUTTONS = {
  portfolio: of('See the portfolio', 'Ver el portfolio', 'Veure el portfoli'),
  about: of('More about us', 'Más sobre nosotros', 'Més sobre nosaltres'),
  prices: of('See the prices', 'Ver los precios', 'Veure els preus'),
  questions: of('Questions and answers', 'Preguntas y respuestas', 'Preguntes i respostes'),
  contact: of('Write to us', 'Escríbenos', 'Escriu-nos'),
  book: of('Book a session', 'Reservar una sesión', 'Reserva una sessió'),
  journal: of('Read the journal', 'Leer el diario', 'Llegeix el diari'),
};

/** How a session goes, in three steps. */
export const STEPS = [
  {
    title: of('First you write to us', 'Primero nos escribes', 'Primer ens escrius'),
    text: of(
      'What would you like to photograph, where and when? A few lines are enough.',
      '¿Qué te gustaría fotografiar, dónde y cuándo? Bastan unas líneas.',
      'Què t’agradaria fotografiar, on i quan? N’hi ha prou amb unes línies.',
    ),
  },
  {
    title: of('Then we take the photographs', 'Después hacemos las fotos', 'Després fem les fotos'),
    text: of(
      'We agree on a day and a place, and take the time that it needs.',
      'Acordamos un día y un lugar, y nos tomamos el tiempo necesario.',
      'Acordem un dia i un lloc, i ens prenem el temps que calgui.',
    ),
  },
  {
    title: of('And you get your gallery', 'Y recibes tu galería', 'I reps la teva galeria'),
    text: of(
      'Your photographs are waiting in an online gallery, on a phone as well as on a computer.',
      'Tus fotografías te esperan en una galería en línea, en el móvil y en el ordenador.',
      'Les teves fotografies t’esperen en una galeria en línia, al mòbil i a l’ordinador.',
    ),
  },
];

export const QUESTIONS = {
  book: of('How do I book a session?', '¿Cómo reservo una sesión?', 'Com reservo una sessió?'),
  bookOnline: of(
    'On our booking page: choose a session and a time that is free. You get a confirmation by email.',
    'En nuestra página de reservas: elige una sesión y una hora disponible. Recibirás una confirmación por correo.',
    'A la nostra pàgina de reserves: tria una sessió i una hora disponible. Rebràs una confirmació per correu.',
  ),
  bookByMail: of(
    'Write to us with the day, the place and what you have in mind. We will answer with a proposal.',
    'Escríbenos con el día, el lugar y lo que tienes en mente. Te responderemos con una propuesta.',
    'Escriu-nos amb el dia, el lloc i el que tens al cap. Et respondrem amb una proposta.',
  ),
  price: of('How much does a session cost?', '¿Cuánto cuesta una sesión?', 'Quant costa una sessió?'),
  priceListed: of(
    'Our sessions are listed with their prices.',
    'Nuestras sesiones están en la lista con sus precios.',
    'Les nostres sessions són a la llista amb els preus.',
  ),
  priceAsked: of(
    'It depends on the place and on the time it takes. Write to us, and we will send you a quote.',
    'Depende del lugar y del tiempo que lleve. Escríbenos y te enviaremos un presupuesto.',
    'Depèn del lloc i del temps que calgui. Escriu-nos i t’enviarem un pressupost.',
  ),
  delivery: of('How do I get my photographs?', '¿Cómo recibo mis fotos?', 'Com rebo les meves fotos?'),
  deliveryAnswer: of(
    'In an online gallery. It opens on any phone or computer, and you can share it with your family.',
    'En una galería en línea. Se abre en cualquier móvil u ordenador y puedes compartirla con tu familia.',
    'En una galeria en línia. S’obre en qualsevol mòbil o ordinador i la pots compartir amb la família.',
  ),
  change: of('Can I change the date?', '¿Puedo cambiar la fecha?', 'Puc canviar la data?'),
  changeAnswer: of(
    'Write to us as soon as you know. We will look for another day with you.',
    'Escríbenos en cuanto lo sepas. Buscaremos contigo otro día.',
    'Escriu-nos tan bon punt ho sàpigues. Buscarem amb tu un altre dia.',
  ),
};
