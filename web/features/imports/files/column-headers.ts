import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import type { ContactField } from './import-table.ts';

/**
 * Column names of address books and booking programs in English, Spanish and Catalan, in the form of `headerKey`.
 * Sources: Google before and after 2024, Outlook on the desktop and the web, Apple's Numbers, Pixieset, Studio Ninja.
 */
const NAMES: Readonly<Record<Exclude<ContactField, 'address'>, string>> = {
  name: `
    name, full name, fullname, display name, contact, contact name, client, client name, customer, customer name,
    lead name, nombre completo, nombre y apellidos, nombre y apellido, apellidos y nombre, nombre para mostrar,
    cliente, nombre del cliente, nombre cliente, contacto, nom complet, nom i cognoms, cognoms i nom,
    nom del client, nom client, contacte
  `,
  // In Spain and Catalonia "Nombre" and "Nom" are the first name beside "Apellidos", and the full name otherwise.
  firstName: `
    first name, firstname, given name, forename, middle name, additional name, nombre, nombre de pila,
    primer nombre, segundo nombre, nom, nom de pila, segon nom
  `,
  lastName: `
    last name, lastname, family name, surname, second last name, apellidos, apellido, primer apellido,
    segundo apellido, cognoms, cognom, primer cognom, segon cognom
  `,
  company: `
    company, company name, organization, organisation, organization name, business name, empresa, organizacion,
    compania, nombre de la empresa, razon social, organitzacio, companyia, rao social
  `,
  email: `
    email, e mail, mail, email address, e mail address, primary email, client email, email home, email work,
    home email, work email, customer email, correo, correo electronico, correu, direccion de correo,
    direccion de correo electronico, correu electronic, adreca electronica, adreca de correu,
    adreca de correu electronic, e mail del cliente, correo del cliente
  `,
  phone: `
    phone, phone number, telephone, tel, mobile, mobile phone, mobile number, cell, cell phone, home phone,
    business phone, work phone, primary phone, other phone, client phone, whatsapp, contact number, telefono,
    telefono movil, movil, celular, telefono celular, telefono particular, telefono del trabajo,
    telefono principal, telefono de contacto, telefon, telefon mobil, mobil, telefon particular,
    telefon de la feina, telefon de contacte, telefon principal
  `,
  taxId: `
    tax id, taxid, tax number, tax identification number, vat, vat id, vat number, nif, cif, nif cif, cif nif,
    dni, dni nif, nif dni, nie, dni nie, dni cif, identificacion fiscal, numero de identificacion fiscal,
    identificacio fiscal
  `,
  notes: `
    notes, note, comments, comment, description, notas, nota, observaciones, comentarios, observacions,
    comentaris, anotaciones, anotacions
  `,
  tags: `
    tags, tag, labels, label, groups, group, group membership, categories, category, etiquetas, etiqueta,
    categorias, categoria, grupos, grupo, etiquetes, grups, grup
  `,
  language: `
    language, preferred language, locale, lang, idioma, lengua, llengua, idioma preferido
  `,
  // `Person 2` of our own export. Of several further people the first one is read.
  secondName: `
    person, second person, partner, partner name, second contact, segunda persona, pareja, nombre de la pareja,
    segundo contacto, segona persona, parella, nom de la parella, segon contacte
  `,
  secondEmail: `
    person e mail, second person email, partner email, partner e mail, second contact email, correo de la pareja,
    email de la pareja, correu de la parella, email de la parella
  `,
  secondPhone: `
    person phone, second person phone, partner phone, second contact phone, telefono de la pareja, telefon de la parella
  `,
};

/** Addresses are whole or in parts, and an address book may have several: their parts must not be mixed. */
export const ADDRESS_GROUPS = ['whole', 'home', 'plain', 'work'] as const;
export type AddressGroup = (typeof ADDRESS_GROUPS)[number];
const ADDRESSES: Readonly<Record<AddressGroup, string>> = {
  whole: `
    address formatted, full address, postal address, mailing address, direccion postal, direccion completa,
    adreca postal, adreca completa
  `,
  home: `
    home address, home street, home city, home state, home postal code, home country, home country region,
    calle del domicilio, ciudad del domicilio, ciudad de domicilio, estado o provincia del domicilio,
    provincia o estado de domicilio, provincia o estado del domicilio, codigo postal del domicilio,
    codigo postal de domicilio, pais o region del domicilio, pais o region de domicilio, calle particular,
    ciudad particular, codigo postal particular, provincia particular, pais particular
  `,
  plain: `
    address, address line, street, street address, city, town, state, province, county, region, zip, zip code,
    postcode, postal code, country, direccion, domicilio, calle, ciudad, poblacion, localidad, municipio, provincia,
    codigo postal, cp, pais, adreca, domicili, carrer, ciutat, poblacio, localitat, municipi, codi postal
  `,
  work: `
    business address, business street, business city, business state, business postal code, business country,
    business country region, work address, work street, work city, work postal code, direccion del trabajo,
    calle del trabajo, ciudad del trabajo, ciudad de trabajo, estado o provincia del trabajo,
    provincia o estado del trabajo, codigo postal del trabajo, pais o region del trabajo, pais o region de trabajo
  `,
};

/** Returns a column's name without case, accents, punctuation and numbering: `E-mail 1 - Value` → `e mail`. */
export function headerKey(header: string): string {
  const words = normalizeForSearch(header)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words.replaceAll(/ \d+\b/g, '').replace(/ (value|valor)$/, '');
}

export function contactFieldFor(key: string): Exclude<ContactField, 'address'> | undefined {
  return FIELD_OF.get(key);
}

export function addressGroupFor(key: string): AddressGroup | undefined {
  return GROUP_OF.get(key);
}

const FIELD_OF = byName(NAMES);
const GROUP_OF = byName(ADDRESSES);

function byName<T extends string>(lists: Readonly<Record<T, string>>): Map<string, T> {
  const entries = Object.entries(lists) as [T, string][];
  return new Map(entries.flatMap(([key, names]) => names.split(',').map((name) => [name.trim(), key] as const)));
}
