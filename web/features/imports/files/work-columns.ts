import { headerKey } from './column-headers.ts';
import type { ColumnGuess } from './import-table.ts';

/** Fields of a session that a column can be mapped to. */
export const SESSION_FIELDS = [
  'title',
  'client',
  'email',
  'start',
  'startTime',
  'end',
  'duration',
  'timeZone',
  'status',
  'place',
  'photographer',
  'notes',
  'price',
  'deposit',
  'dueDate',
  'paymentStatus',
  'currency',
] as const;
export type SessionField = (typeof SESSION_FIELDS)[number];

/** Fields of a session that only members with access to all amounts may import. */
export const MONEY_FIELDS: readonly SessionField[] = ['price', 'deposit', 'dueDate', 'paymentStatus', 'currency'];

/** Fields of a gallery that a column can be mapped to. */
export const GALLERY_FIELDS = ['name', 'description', 'shootDate', 'timeZone', 'client', 'email', 'sections'] as const;
export type GalleryField = (typeof GALLERY_FIELDS)[number];

const CLIENT = `
  customer name, customer, client, client name, contact, contact name, cliente, nombre del cliente, clienta, client s,
  nom del client, lead name
`;
const EMAIL = `
  customer email, client email, email, e mail, email address, contact email, correo, correo electronico,
  correo del cliente, correu, correu electronic, correu del client
`;
const ZONE = 'time zone, timezone, zone, zona horaria, zona, fus horari';

/**
 * Column names of our export, and of booking and gallery programs, in English, Spanish and Catalan, in the form of
 * `headerKey`. The first name of a field is the one of our export.
 */
const SESSIONS: Readonly<Record<SessionField, string>> = {
  title: `
    type, title, session, session type, session name, event, event type, event name, service, subject, summary, shoot,
    shoot type, job, job name, job type, appointment type, titulo, sesion, tipo, tipo de sesion, servicio, asunto,
    reportaje, evento, titol, sessio, tipus, tipus de sessio, servei, assumpte, reportatge, esdeveniment
  `,
  client: CLIENT,
  email: EMAIL,
  start: `
    date, start, starts, start date, start date time, start at, starts at, shoot date, session date, event date,
    job date, date time, appointment date, fecha, inicio, comienzo, empieza, fecha de inicio, fecha y hora,
    fecha de la sesion, data, inici, comenca, data d inici, data i hora, data de la sessio
  `,
  startTime: 'start time, time, from, hour, hora, hora de inicio, hora d inici, desde, des de',
  end: `
    end, ends, end date, end time, end at, ends at, until, end date time, fin, final, termina, fecha de fin,
    hora de fin, hasta, fi, acaba, data de fi, data final, hora de fi, fins, fins a
  `,
  duration: 'duration, length, minutes, duration minutes, duracion, minutos, duracio, durada, minuts',
  timeZone: ZONE,
  status: 'status, state, session status, job status, booking status, estado, estat',
  place: `
    location name, location, place, venue, address, where, lugar, ubicacion, direccion, sitio, lloc, ubicacio, adreca
  `,
  photographer: `
    photographer email, photographer, assigned to, team member, staff, fotografo, fotografa, fotograf
  `,
  notes: `
    notes, note, comments, description, internal notes, notas, nota, observaciones, comentarios, observacions,
    comentaris
  `,
  price: `
    payment amount, price, amount, total, fee, cost, total price, order total, invoice total, precio, importe, tarifa,
    preu, import
  `,
  deposit: 'deposit amount, deposit, retainer, booking fee, senal, anticipo, paga y senal, bestreta, paga i senyal',
  dueDate: 'due date, payment due, vencimiento, fecha de vencimiento, venciment, data de venciment',
  paymentStatus:
    'payment status, paid, payment, invoice status, pagado, pagada, estado del pago, pagat, estat del pagament',
  currency: 'currency, moneda, divisa',
};

const GALLERIES: Readonly<Record<GalleryField, string>> = {
  name: `
    name, title, gallery, gallery name, collection, collection name, album, project, project name, nombre, titulo,
    galeria, coleccion, proyecto, nom, titol, colleccio, projecte
  `,
  description: 'description, notes, about, details, descripcion, notas, descripcio',
  shootDate: `
    date, shoot date, event date, session date, day of the shoot, fecha, fecha de la sesion, fecha del evento, data,
    data de la sessio, data de l esdeveniment
  `,
  timeZone: ZONE,
  client: CLIENT,
  email: EMAIL,
  sections: 'section names, sections, sets, folders, chapters, secciones, carpetas, seccions, carpetes',
};

/** Columns of sessions and galleries. Each field has one column: the one whose name is nearest to our export's. */
export const SESSION_COLUMNS = columnsOf(SESSIONS);
export const GALLERY_COLUMNS = columnsOf(GALLERIES);

function columnsOf(names: Readonly<Record<string, string>>): ColumnGuess {
  const lists = Object.entries(names).map(
    ([field, list]) => [field, list.split(',').map((name) => name.trim())] as const,
  );
  const known = new Set(lists.flatMap(([, list]) => list));
  return {
    isKnown: (header) => known.has(headerKey(header)),
    mapping(headers, rows) {
      const keys = headers.map(headerKey);
      const mapping: (string | null)[] = keys.map(() => null);
      const isFilled = (column: number) => rows.some((row) => row[column]?.trim());
      for (const [field, list] of lists) {
        const columns = list.flatMap((name) => {
          const column = keys.findIndex((key, at) => key === name && mapping[at] === null && isFilled(at));
          return column === -1 ? [] : [column];
        });
        // The column may hold the name of a location, or free text: cells are read in the order of the columns.
        for (const column of field === 'place' ? columns : columns.slice(0, 1)) mapping[column] = field;
      }
      return mapping;
    },
  };
}
