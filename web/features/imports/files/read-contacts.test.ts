import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { MAX_FILE_BYTES, MAX_ROWS } from './import-table.ts';
import { readContacts } from './read-contacts.ts';
import { rowReader } from './read-row.ts';

const sample = (name: string) => new Blob([readFileSync(new URL(`samples/${name}`, import.meta.url))]);

async function contacts(file: Blob) {
  const read = await readContacts(file);
  if (!read.ok) throw new Error(read.code);
  return { dialect: read.table.dialect, people: read.table.rows.map(rowReader(read.table, read.table.mapping)) };
}

describe('Google', () => {
  it('reads exports from before 2024', async () => {
    expect(await contacts(sample('google-2023.csv'))).toEqual({
      dialect: 'google',
      people: [
        {
          name: 'Núria Vidal Puig',
          email: 'nuria.vidal@example.cat',
          phone: '+34 600 111 222',
          address: 'Carrer de la Força 12, 2n 1a\n17004 Girona\nES',
          notes: 'Boda el 14 de juny.\nAl·lèrgica a les flors, "gens de lliris".',
          language: 'ca',
          tags: ['Bodes', 'Girona'],
        },
        { name: 'Jörg Weiß', email: 'Joerg.Weiss@Example.DE', phone: '+49 30 1234567' },
        { name: 'Floristería La Rosa', phone: '600 333 444' },
      ],
    });
  });

  it('reads exports since 2024', async () => {
    expect(await contacts(sample('google-2024.csv'))).toEqual({
      dialect: 'google',
      people: [
        {
          name: 'Ana María López Gil',
          email: 'ana.lopez@example.com',
          phone: '+34 611 222 333',
          address: 'Calle Mayor 3\n28013 Madrid',
          notes: 'Comunión de Leo',
          tags: ['Comuniones'],
        },
        { name: 'Tom Harper', email: 'tom@harper.example', phone: '020 7946 0018', tags: ['Planners'] },
        { name: 'solo-correo@example.com', email: 'solo-correo@example.com' },
      ],
    });
  });
});

describe('Outlook', () => {
  it('reads English exports in Windows-1252', async () => {
    expect(await contacts(sample('outlook-windows-1252.csv'))).toEqual({
      dialect: 'outlook',
      people: [
        {
          name: "Claire O'Neill",
          email: 'claire@example.ie',
          phone: '+353 85 555 0199',
          address: '4 Merrion Row, Dublin 2, Ireland',
          notes: 'Prefers mornings\nHas two dogs',
          tags: ['Wedding', 'Dublin'],
        },
        {
          name: 'François Élie Dubois',
          email: 'francois@example.fr',
          phone: '+33 1 55 55 01 00',
          address: '8 rue de la Paix, Paris, 75002',
        },
        { name: 'Venue “The Old Mill”', email: 'events@oldmill.example', phone: '+44 1632 960001' },
      ],
    });
  });

  it.each(['outlook-es.csv', 'outlook-es-utf16.csv'])('reads Spanish exports: %s', async (name) => {
    expect(await contacts(sample(name))).toEqual({
      dialect: 'outlook',
      people: [
        {
          name: 'José Antonio Peña Núñez',
          email: 'ja.pena@example.es',
          phone: '655 000 111',
          address: 'Avda. España 5, Cádiz, 11001',
          notes: 'Llamar por la tarde',
          tags: ['Boda'],
        },
        { name: 'Begoña Iñíguez', email: 'begona@example', notes: 'El correo está mal' },
      ],
    });
  });
});

describe('other tables', () => {
  it('reads booking programs with ragged rows', async () => {
    expect(await contacts(sample('studio-ninja.csv'))).toEqual({
      dialect: 'other',
      people: [
        {
          name: 'Sophie & Liam',
          email: 'sophie@example.com.au',
          phone: '0412 345 678',
          address: '12 Beach Rd, Unit 4, Bondi, 2026',
          tags: ['wedding', '2026'],
        },
        { name: 'Maya Chen', email: 'MAYA@example.com', tags: ['newborn', 'family'] },
        { name: 'Sophie Taylor', email: 'Sophie@Example.com.au', tags: ['second'] },
        { name: '=HYPERLINK("http://evil.example";"x")', email: 'evil@example.com', phone: '+1 555 0100' },
      ],
    });
  });

  it('reads Catalan Excel files with a separator line', async () => {
    expect(await contacts(sample('excel-ca.csv'))).toEqual({
      dialect: 'other',
      people: [
        {
          name: 'Mercè Solé',
          email: 'merce@example.cat',
          phone: '600 222 333',
          address: 'Plaça Major, 1, 08500, Vic',
          taxId: '12345678Z',
          notes: 'Ve amb la germana;\ntruqueu abans',
          tags: ['casament'],
          language: 'ca',
        },
        { name: 'Pol Riera', email: 'pol@example.cat' },
      ],
    });
  });

  it('reads Numbers files', async () => {
    expect((await contacts(sample('numbers.csv'))).people).toEqual([
      { name: 'Giulia Bianchi', email: 'giulia@example.it', phone: '+39 347 000 1111' },
    ]);
  });

  it('detects emails and names by content without headers', async () => {
    expect((await contacts(sample('no-header.csv'))).people).toEqual([
      { name: 'Marta Roca', email: 'marta@example.cat' },
      { name: 'Joan Mas', email: 'joan@example.cat' },
    ]);
  });

  it.each([
    ['an email cut off', 'Núria Soler;nuria@', { name: 'Núria Soler', email: 'nuria@' }],
    ['an email cut off, and a word that columns have', 'Núria Soler;nuria@;Client', { email: 'nuria@' }],
    ['no email', 'Núria Soler;', { name: 'Núria Soler' }],
  ])('reads a first row with %s when there are no headers', async (_what, first, person) => {
    const { people } = await contacts(new Blob([`${first}\nPau Pons;pau@example.org\nEva;eva@example.org\n`]));
    expect(people).toMatchObject([person, { name: 'Pau Pons' }, { name: 'Eva', email: 'eva@example.org' }]);
  });

  it('reads names and phone numbers as rows when there are no headers', async () => {
    const read = await readContacts(new Blob(['Núria Soler;600 111 222\nPau Pons;+34 611 222 333\n']));
    expect(read).toMatchObject({ table: { headers: ['', ''], rows: [['Núria Soler', '600 111 222'], {}] } });
  });

  it('takes unknown headers as headers if the rows below differ in kind', async () => {
    const read = await readContacts(new Blob(['Novia;Aviso 2\nNúria Soler;600 111 222\nEva;611 222 333\n']));
    expect(read).toMatchObject({
      table: { headers: ['Novia', 'Aviso 2'], rows: [['Núria Soler', '600 111 222'], {}] },
    });
  });

  it.each([
    ['Nombre;Correo', ['name', 'email']],
    ['Nombre;Apellidos;Correo', ['firstName', 'lastName', 'email']],
    ['Nombre;Segundo nombre;Correo', ['firstName', 'firstName', 'email']],
    ['Nom;Cognoms;Adreça electrònica', ['firstName', 'lastName', 'email']],
    ['NOMBRE DEL CLIENTE;E-MAIL;MÓVIL', ['name', 'email', 'phone']],
    ['Client;Contact;Mail;E-mail 2', ['name', 'name', 'email', 'email']],
    ['Name;Photo;Birthday;Job Title;Fax', ['name', null, null, null, null]],
  ])('maps columns by their names: %s', async (header, mapping) => {
    const read = await readContacts(new Blob([`${header}\nAna;Ana\n`]));
    expect(read).toMatchObject({ ok: true, table: { mapping } });
  });

  it('reads the delimiter from a separator line', async () => {
    expect((await contacts(new Blob(['sep=|\r\nName|Email\r\nAna|ana@example.org\r\n']))).people).toEqual([
      { name: 'Ana', email: 'ana@example.org' },
    ]);
  });

  it('uses the first of two name columns', async () => {
    expect((await contacts(new Blob(['Client;Contact\nAna;Eva\n;Eva\n']))).people).toEqual([
      { name: 'Ana' },
      { name: 'Eva' },
    ]);
  });

  it('removes the guard against formulas', async () => {
    const file = new Blob(["Name,Phone\n'=1+1,'+34 600\n"]);
    expect((await contacts(file)).people).toEqual([{ name: '=1+1', phone: '+34 600' }]);
  });
});

describe('vCards', () => {
  it('reads Apple’s cards without groups and portraits', async () => {
    expect(await contacts(sample('apple.vcf'))).toEqual({
      dialect: 'vcard',
      people: [
        {
          name: 'Sra. Laura García',
          email: 'laura@example.com',
          phone: '+34 677 888 999',
          address: 'Rambla 1\n3r 2a, Figueres, Girona, 17600, Espanya',
          notes:
            "Primera línia\nsegona, amb coma; i punt i coma. Una nota prou llarga per haver de ser plegada per l'agenda que l'ha escrita.",
          tags: ['Bodes', 'Nadons'],
        },
        { name: 'Flors Ponent', phone: '972 333 444' },
      ],
    });
  });

  it('reads Android’s vCard 2.1', async () => {
    expect((await contacts(sample('android-2.1.vcf'))).people).toEqual([
      {
        name: 'Àlex Más',
        email: 'Alex@Example.cat',
        phone: '+34600555666',
        address: 'Carrer Nou 5, Olot, 17800',
        notes: 'Línia\núltima',
      },
      { name: 'Lucía María Peña', phone: '612 000 000' },
    ]);
  });

  it('reads standard vCard 4.0 and a truncated card', async () => {
    expect((await contacts(sample('rfc-4.0.vcf'))).people).toEqual([
      {
        name: 'Simon Perreault',
        email: 'simon@example.org',
        phone: '+1-418-262-6501',
        address: 'Suite D2-630, 2875 Laurier, Quebec, QC, G1V 2M2, Canada',
        notes: 'back\\slash',
        tags: ['planner', 'a,b'],
        language: 'es',
      },
      { name: 'Cut Off', email: 'cut@example.org' },
    ]);
  });
});

describe('parsing time', () => {
  it.each([
    ['a row of commas above many', `Name${','.repeat(1_000_000)}\n${'a\n'.repeat(9000)}`],
    ['quotes that are never closed', `Name,Notes\n${'"a,"b\n'.repeat(100_000)}`],
    ['a property of parameters', `BEGIN:VCARD\nFN:a\nTEL${';"'.repeat(1_000_000)}\nEND:VCARD\n`],
    ['a card of semicolons', `BEGIN:VCARD\nN:${';\\\\'.repeat(1_000_000)}\nEND:VCARD\n`],
    ['folds', `BEGIN:VCARD\nFN:a${'\n b'.repeat(1_000_000)}\nEND:VCARD\n`],
  ])('reads %s within 15 seconds', async (_, text) => {
    const startedAt = performance.now();
    await readContacts(new Blob([text]));
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});

describe('refused files', () => {
  const csv = (rows: number) => new Blob([`Name\n${'a\n'.repeat(rows)}`]);
  const vcards = (count: number) => new Blob(['BEGIN:VCARD\nFN:a\nEND:VCARD\n'.repeat(count)]);

  it('refuses a large file without reading it', async () => {
    const file = new Blob(['Name\nAna\n']);
    const read = vi.spyOn(file, 'arrayBuffer');
    Object.defineProperty(file, 'size', { value: MAX_FILE_BYTES + 1 });
    expect(await readContacts(file)).toEqual({ ok: false, code: 'too_large' });
    expect(read).not.toHaveBeenCalled();
  });

  it.each([
    ['rows beyond the limit', csv(MAX_ROWS + 1), 'too_many_rows'],
    ['a hundred thousand rows', csv(100_000), 'too_many_rows'],
    ['cards beyond the limit', vcards(MAX_ROWS + 1), 'too_many_rows'],
    ['headers and no rows', new Blob(['Name,Email\r\n, \r\n\r\n']), 'empty'],
    ['cards of groups only', new Blob(['BEGIN:VCARD\nKIND:group\nFN:x\nEND:VCARD\n']), 'no_contacts'],
    ['noise', new Blob([Uint8Array.from({ length: 2000 }, (_, at) => (at * 7919) % 256)]), 'not_text'],
  ])('refuses %s', async (_, file, code) => {
    expect(await readContacts(file)).toEqual({ ok: false, code });
  });

  it.each([csv(MAX_ROWS), vcards(MAX_ROWS)])('accepts the maximum number of rows', async (file) => {
    expect((await contacts(file)).people).toHaveLength(MAX_ROWS);
  });
});
