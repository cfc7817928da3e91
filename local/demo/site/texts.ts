import type { Language } from '#core/domain/values/languages.ts';

/** A text in every language. */
export type Texts = Readonly<Record<Language, string>>;

const of = (en: string, es: string, ca: string): Texts => ({ en, es, ca });

/** Titles of the pages, their sentences for search engines, and their paths. */
export const PAGES = {
  home: {
    path: 'home',
    title: of('Home', 'Inicio', 'Inici'),
    description: of(
      'Clara Llum photographs people, places and handmade things on the Costa Brava, by daylight.',
      'Clara Llum fotografía personas, lugares y piezas hechas a mano en la Costa Brava, con luz de día.',
      'Clara Llum fotografia persones, llocs i peces fetes a mà a la Costa Brava, amb llum de dia.',
    ),
  },
  work: {
    path: 'work',
    title: of('Work', 'Trabajos', 'Treballs'),
    description: of(
      'Photographs of Cap de Creus, from first light to the last lamp.',
      'Fotografías del Cap de Creus, de la primera luz a la última lámpara.',
      'Fotografies del Cap de Creus, de la primera llum a l’últim llum encès.',
    ),
  },
  about: {
    path: 'about',
    title: of('About', 'Sobre Clara', 'Sobre la Clara'),
    description: of(
      'Who Clara Llum is, and how she works.',
      'Quién es Clara Llum y cómo trabaja.',
      'Qui és la Clara Llum i com treballa.',
    ),
  },
  prices: {
    path: 'prices',
    title: of('Sessions & prices', 'Sesiones y precios', 'Sessions i preus'),
    description: of(
      'Portraits by daylight and families by the sea: what a session includes and costs.',
      'Retratos con luz de día y familias junto al mar: qué incluye una sesión y cuánto cuesta.',
      'Retrats amb llum de dia i famílies vora el mar: què inclou una sessió i quant costa.',
    ),
  },
  questions: {
    path: 'questions',
    title: of('Questions', 'Preguntas', 'Preguntes'),
    description: of(
      'Rain, dates, delivery: what people ask before a session.',
      'Lluvia, fechas, entrega: lo que se pregunta antes de una sesión.',
      'Pluja, dates, lliurament: què es pregunta abans d’una sessió.',
    ),
  },
  contact: {
    path: 'contact',
    title: of('Contact', 'Contacto', 'Contacte'),
    description: of(
      'Write to Atelier Llum in Cadaqués.',
      'Escribe a Atelier Llum, en Cadaqués.',
      'Escriu a Atelier Llum, a Cadaqués.',
    ),
  },
  post: {
    path: 'journal/one-day-at-cap-de-creus',
    title: of('One day at Cap de Creus', 'Un día en el Cap de Creus', 'Un dia al Cap de Creus'),
    description: of(
      'Fourteen hours with a tripod, and why the best light came when we had packed up.',
      'Catorce horas con un trípode y por qué la mejor luz llegó cuando ya habíamos recogido.',
      'Catorze hores amb un trípode i per què la millor llum va arribar quan ja havíem plegat.',
    ),
  },
} as const;

export const HOME = {
  title: of(
    'Quiet photographs by daylight',
    'Fotografías tranquilas con luz de día',
    'Fotografies tranquil·les amb llum de dia',
  ),
  intro: of(
    'Portraits, families and handmade things on the Costa Brava. No flash, no hurry.',
    'Retratos, familias y piezas hechas a mano en la Costa Brava. Sin flash y sin prisa.',
    'Retrats, famílies i peces fetes a mà a la Costa Brava. Sense flaix i sense pressa.',
  ),
  book: of('Book a session', 'Reservar una sesión', 'Reserva una sessió'),
  toWork: of('See the work', 'Ver los trabajos', 'Veure els treballs'),
  work: of('Cap de Creus, one day', 'Cap de Creus, un día', 'Cap de Creus, un dia'),
  quote: of(
    'The light does the work. We only have to be there in time.',
    'El trabajo lo hace la luz. Nosotros solo tenemos que llegar a tiempo.',
    'La feina la fa la llum. Nosaltres només hi hem de ser a temps.',
  ),
  about: of('A studio of one', 'Un estudio de una persona', 'Un estudi d’una persona'),
  aboutText: of(
    'Clara Llum works alone, with one camera, a tripod and a great deal of patience. She answers every message herself.',
    'Clara Llum trabaja sola, con una cámara, un trípode y mucha paciencia. Responde ella misma a todos los mensajes.',
    'La Clara Llum treballa sola, amb una càmera, un trípode i molta paciència. Respon ella mateixa tots els missatges.',
  ),
  toAbout: of('About Clara', 'Sobre Clara', 'Sobre la Clara'),
  journal: of('From the journal', 'Del diario', 'Del diari'),
  closing: of('When shall we meet?', '¿Cuándo nos vemos?', 'Quan ens veiem?'),
  closingText: of(
    'Mornings are for portraits, the last light for families. Choose a time, or write first.',
    'Las mañanas son para retratos; la última luz, para familias. Elige una hora o escribe antes.',
    'Els matins són per a retrats; l’última llum, per a famílies. Tria una hora o escriu primer.',
  ),
};

export const WORK = {
  intro: of(
    'Everything here was made within fourteen hours, on foot, between Cadaqués and the lighthouse.',
    'Todo lo que ves aquí se hizo en catorce horas, a pie, entre Cadaqués y el faro.',
    'Tot el que veus aquí es va fer en catorze hores, a peu, entre Cadaqués i el far.',
  ),
};

export const ABOUT = {
  title: of('Clara Llum', 'Clara Llum', 'Clara Llum'),
  text: of(
    'I grew up above a boatyard, where nobody took photographs and everybody looked at the sky. That is still how I begin: I look at the sky, and then I decide what can be done that day.\n\nI photograph people at home and by the water, and the things that potters, bakers and boat builders make. I bring one camera and no lamps.',
    'Crecí encima de un astillero, donde nadie hacía fotos y todo el mundo miraba al cielo. Así sigo empezando: miro al cielo y decido qué se puede hacer ese día.\n\nFotografío a personas en su casa y junto al agua, y las piezas que hacen ceramistas, panaderos y carpinteros de ribera. Llevo una cámara y ninguna lámpara.',
    'Vaig créixer damunt d’unes drassanes, on ningú no feia fotos i tothom mirava el cel. Encara començo així: miro el cel i decideixo què es pot fer aquell dia.\n\nFotografio persones a casa i vora l’aigua, i les peces que fan ceramistes, forners i mestres d’aixa. Porto una càmera i cap llum.',
  ),
  how: of('How a session goes', 'Cómo es una sesión', 'Com és una sessió'),
  steps: [
    of(
      'We talk for ten minutes on the phone, so that I know who is coming.',
      'Hablamos diez minutos por teléfono, para que sepa quién viene.',
      'Parlem deu minuts per telèfon, perquè sàpiga qui ve.',
    ),
    of(
      'We meet where the light is good at that hour. The first quarter of an hour is for forgetting the camera.',
      'Nos vemos donde la luz sea buena a esa hora. El primer cuarto de hora es para olvidar la cámara.',
      'Ens trobem on la llum sigui bona a aquella hora. El primer quart d’hora és per oblidar la càmera.',
    ),
    of(
      'Within ten days you get a link to your gallery, for your phone and your family.',
      'En diez días recibes un enlace a tu galería, para tu móvil y tu familia.',
      'En deu dies reps un enllaç a la teva galeria, per al mòbil i la família.',
    ),
  ],
  write: of('Write to Clara', 'Escribe a Clara', 'Escriu a la Clara'),
};

export const PRICES = {
  intro: of(
    'One price for each session, with everything in it: the time, the choice of photographs and an online gallery to keep.',
    'Un precio por sesión con todo incluido: el tiempo, la selección de fotos y una galería en línea para siempre.',
    'Un preu per sessió amb tot inclòs: el temps, la tria de fotos i una galeria en línia per sempre.',
  ),
  note: of(
    'Ceramics, food and other things that stand still take half a day. Write for a quote.',
    'La cerámica, la comida y otras cosas que se están quietas llevan medio día. Escribe y te haré un presupuesto.',
    'La ceràmica, el menjar i altres coses que s’estan quietes demanen mig dia. Escriu i et faré un pressupost.',
  ),
  quote: of('Ask for a quote', 'Pedir presupuesto', 'Demana pressupost'),
};

export const QUESTIONS: readonly { question: Texts; answer: Texts }[] = [
  {
    question: of('What if it rains?', '¿Y si llueve?', 'I si plou?'),
    answer: of(
      'Then we move the session, as often as it takes, at no cost. I write to you the evening before.',
      'Entonces cambiamos la fecha, las veces que haga falta y sin coste. Te escribo la tarde anterior.',
      'Llavors canviem la data, tantes vegades com calgui i sense cost. T’escric el vespre abans.',
    ),
  },
  {
    question: of('Can the dog come?', '¿Puede venir el perro?', 'Pot venir el gos?'),
    answer: of('Of course. And the grandparents.', 'Claro que sí. Y los abuelos también.', 'I tant. I els avis també.'),
  },
  {
    question: of('How many photographs do I get?', '¿Cuántas fotos recibo?', 'Quantes fotos rebo?'),
    answer: of(
      'Ten from a portrait, about forty from a family session. I choose them; you can ask for others.',
      'Diez de un retrato, unas cuarenta de una sesión familiar. Las elijo yo; puedes pedir otras.',
      'Deu d’un retrat, unes quaranta d’una sessió familiar. Les trio jo; en pots demanar d’altres.',
    ),
  },
  {
    question: of('May I post them?', '¿Puedo publicarlas?', 'Les puc publicar?'),
    answer: of(
      'They are yours for everything private. For advertising, let us talk first.',
      'Son tuyas para todo uso privado. Para publicidad, hablemos antes.',
      'Són teves per a tot ús privat. Per a publicitat, parlem-ne abans.',
    ),
  },
];

export const CONTACT = {
  title: of('Write to Atelier Llum', 'Escribe a Atelier Llum', 'Escriu a Atelier Llum'),
  text: of(
    'Who is coming, when, and is there a place you love? Clara answers within a day.',
    '¿Quién viene, cuándo, y hay algún lugar que te guste? Clara responde en un día.',
    'Qui ve, quan, i hi ha cap lloc que t’agradi? La Clara respon en un dia.',
  ),
};

export const POST = {
  start: of(
    'The alarm rang at five. At Cap de Creus the wind decides everything, and that morning it had decided to sleep. We stood above the water with the tripod, and for the first time in weeks the sea was a mirror.',
    'El despertador sonó a las cinco. En el Cap de Creus lo decide todo el viento, y aquella mañana había decidido dormir. Nos quedamos sobre el agua con el trípode y, por primera vez en semanas, el mar era un espejo.',
    'El despertador va sonar a les cinc. Al Cap de Creus ho decideix tot el vent, i aquell matí havia decidit dormir. Ens vam quedar damunt l’aigua amb el trípode i, per primera vegada en setmanes, el mar era un mirall.',
  ),
  noon: of('Noon is for walking', 'El mediodía es para caminar', 'El migdia és per caminar'),
  noonText: of(
    'From eleven to four the light here is white and hard. So we walked, ate bread with tomato in the shade and looked for the places of the evening. Half of a photograph is knowing where to stand.',
    'De once a cuatro la luz aquí es blanca y dura. Así que caminamos, comimos pan con tomate a la sombra y buscamos los sitios de la tarde. La mitad de una fotografía es saber dónde ponerse.',
    'D’onze a quatre la llum aquí és blanca i dura. Així que vam caminar, vam menjar pa amb tomàquet a l’ombra i vam buscar els llocs del vespre. La meitat d’una fotografia és saber on posar-se.',
  ),
  end: of(
    'At nine we had packed up. Then a lamp went on in the hills, one, under all those stars. The tripod came out of the bag again.',
    'A las nueve ya habíamos recogido. Entonces se encendió una lámpara en las colinas, una sola, bajo todas aquellas estrellas. El trípode volvió a salir de la bolsa.',
    'A les nou ja havíem plegat. Llavors es va encendre un llum als turons, un de sol, sota totes aquelles estrelles. El trípode va tornar a sortir de la bossa.',
  ),
  toGallery: of('See the whole gallery', 'Ver toda la galería', 'Veure tota la galeria'),
};

export const SEARCH = {
  seoTitle: 'Atelier Llum, photography in Cadaqués',
  seoDescription: 'Quiet photographs by daylight: portraits, families and handmade things on the Costa Brava.',
  seoKeywords: ['photographer', 'Cadaqués', 'Costa Brava', 'portraits', 'families'],
};
