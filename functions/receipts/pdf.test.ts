import PDFDocument from 'pdfkit';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { ReceiptData } from '#core/domain/payments/receipts.ts';
import { type Letterhead, readCatalogueHeading } from './letterhead.ts';
import { renderReceipt } from './pdf.ts';

/** A picture of 4 × 2 pixels with a transparent ground. */
const LOGO = await sharp({ create: { width: 4, height: 2, channels: 4, background: '#1f4e5f80' } })
  .png()
  .toBuffer();

const RECEIPT: ReceiptData = {
  number: 'A-2026-0007',
  refundOf: null,
  language: 'ca',
  timeZone: 'Europe/Madrid',
  issuedAt: Date.parse('2026-11-30T23:30:00Z'),
  paidAt: Date.parse('2026-11-21T09:00:00Z'),
  amount: 1_210_050,
  currency: 'EUR',
  method: 'bizum',
  purpose: 'deposit',
  studio: {
    name: 'Fotografia Núria Güell',
    address: 'Carrer de l’Església, 3\n08024 Vilafranca del Penedès',
    taxId: 'B12345678',
    email: 'hola@example.org',
    phone: '+34 600 000 000',
  },
  client: { name: 'Iñigo Peña i Façana', address: 'Plaça Reial 5', taxId: '12345678Z' },
  session: { name: 'Sessió al Paral·lel', date: Date.parse('2026-12-04T10:00:00Z') },
  tax: { name: 'IVA', rate: 2100, amount: 210_009 },
};

async function read(data: ReceiptData) {
  const bytes = await renderReceipt(data);
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  // The kind of space within an amount depends on the language.
  return { bytes, pdf, text: text.replaceAll(/[\s\u00a0\u202f]+/g, ' ') };
}

describe('a receipt', () => {
  it('says in Spain that it proves the payment and is no invoice', async () => {
    const { text } = await read({ ...RECEIPT, isProof: true, tax: null });
    expect(text).toContain('Justificant de pagament A-2026-0007 No és una factura.');
    expect(text).not.toContain('IVA');
    const refund = { ...RECEIPT, refundOf: 'A-2026-0001', isProof: true as const, language: 'es' as const, tax: null };
    expect((await read(refund)).text).toContain('Justificante de devolución A-2026-0007 No es una factura.');
  });

  it('shows amount, studio, client, session and included tax in the client’s language', async () => {
    const { text, pdf } = await read(RECEIPT);
    expect(pdf.numPages).toBe(1);
    for (const fact of [
      'Rebut A-2026-0007',
      'Fotografia Núria Güell',
      'Carrer de l’Església, 3',
      '08024 Vilafranca del Penedès',
      'NIF: B12345678',
      'Iñigo Peña i Façana',
      'NIF: 12345678Z',
      'Sessió al Paral·lel, 4 de desembre del 2026',
      'Paga i senyal',
      'Bizum',
      // It was already December in that zone.
      '1 de desembre del 2026',
      '21 de novembre del 2026',
      'Total pagat 12.100,50 €',
      'Base sense IVA 10.000,41 €',
      'Inclou IVA al 21 % 2.100,09 €',
    ])
      expect(text).toContain(fact);
  });

  it.each([
    [
      'en',
      ['Refund receipt', 'Refund of receipt A-2026-0003', 'Total refunded €12,100.50', '21 November 2026', 'Mi método'],
    ],
    ['es', ['Recibo de devolución', 'Devolución del recibo A-2026-0003', 'Total devuelto 12.100,50 €', 'Señal']],
  ] as const)('of a refund names the refunded receipt, in %s', async (language, facts) => {
    const refund = { ...RECEIPT, language, refundOf: 'A-2026-0003', tax: null, method: 'Mi método' };
    const { text } = await read(refund);
    for (const fact of facts) expect(text).toContain(fact);
    expect(text).not.toContain('IVA');
  });

  it('lists what was ordered, with pieces, amounts and discounts', async () => {
    const lines = [
      { title: 'Sessió', quantity: 1, discount: 0, amount: 1_180_050 },
      { title: 'Àlbum', quantity: 2, discount: 1_000, amount: 30_000 },
    ];
    const order = { name: '', date: RECEIPT.session.date, isOrder: true };
    const { text, pdf } = await read({ ...RECEIPT, session: order, lines });
    expect(text).toContain('Demanat Sessió: 11.800,50 € 2 × Àlbum: 300,00 €, amb 10,00 € de descompte');
    expect(text).toContain('Comanda 4 de desembre del 2026');
    expect(pdf.numPages).toBe(1);
    const many = Array.from({ length: 25 }, () => ({
      title: 'Molt llarg '.repeat(18),
      quantity: 1,
      discount: 0,
      amount: 100,
    }));
    expect((await read({ ...RECEIPT, lines: many })).pdf.numPages).toBeLessThan(4);
  });

  it('is accessible: it has a language, a title and tagged text', async () => {
    const { pdf, bytes } = await read(RECEIPT);
    const { info } = await getMeta(pdf);
    expect(info).toMatchObject({ Title: 'Rebut A-2026-0007', Language: 'ca' });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const tree = await (await pdf.getPage(1)).getStructTree();
    expect(JSON.stringify(tree)).toMatch(/"role":"H1".*"role":"P"/);
    expect(bytes.length, 'only the letters it needs').toBeLessThan(60_000);
  });

  it('is deterministic, and fits one page with little or much text', async () => {
    expect(await renderReceipt(RECEIPT)).toEqual(await renderReceipt(RECEIPT));
    const nothing = { address: '', taxId: '' };
    const studio = { ...RECEIPT.studio, ...nothing, email: '', phone: '' };
    const bare = { ...RECEIPT, studio, client: { name: 'Ada', ...nothing }, method: '', currency: 'JPY', tax: null };
    expect((await read(bare)).text).toContain('1.210.050 ¥');
    const long = { ...RECEIPT, client: { ...RECEIPT.client, address: 'Un carrer molt llarg '.repeat(45) } };
    expect((await read(long)).pdf.numPages).toBe(1);
  });

  it('names the characters that its font lacks', async () => {
    const client = { ...RECEIPT.client, name: '漢字 ‏נועה‏ 👩‍💻 Zoë' };
    const { text } = await read({ ...RECEIPT, client });
    expect(text).toContain('mostra com a requadres');
    expect(text).toMatch(/U\+6F22, U\+5B57, U\+05E0, U\+05D5, U\+05E2, U\+05D4, U\+1F469, U\+1F4BB$/);
    expect((await read(RECEIPT)).text).not.toContain('requadres');
    const script = Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(' ');
    expect((await read({ ...RECEIPT, client: { ...client, address: script } })).pdf.numPages).toBe(1);
  });

  it('measures the letters of a long word once a line at most, and prints all', async () => {
    const measured = vi.spyOn(PDFDocument.prototype, 'widthOfString');
    const lettersFor = async (address: string) => {
      measured.mockClear();
      const { pdf } = await read({ ...RECEIPT, client: { ...RECEIPT.client, address } });
      const { text } = await extractText(pdf, { mergePages: true });
      expect(text.replaceAll(/[\s\u200b]/g, '')).toContain(address);
      return measured.mock.calls.reduce((sum, [part]) => sum + String(part).length, 0);
    };
    const [some, more] = [await lettersFor('W'.repeat(600)), await lettersFor('W'.repeat(2400))];
    expect(more / some).toBeLessThan(5);
    measured.mockRestore();
  });

  it('has the studio’s colour in title and total, if it has one', async () => {
    const { pdf } = await read({ ...RECEIPT, accent: '#1f4e5f' });
    const { fnArray, argsArray } = await (await pdf.getPage(1)).getOperatorList();
    const colors = fnArray.flatMap((_, index) => {
      const [first] = (argsArray[index] ?? []) as unknown[];
      return typeof first === 'string' && first.startsWith('#') ? [first] : [];
    });
    expect(colors.filter((color) => color === '#1f4e5f')).toHaveLength(2);
  });

  it.each(['Montserrat', 'Marcellus', 'Poppins'])('is headed by the studio’s logo and in its %s', async (family) => {
    const headingFont = await readCatalogueHeading(family);
    const bytes = await renderReceipt(RECEIPT, { logo: { png: LOGO, width: 4, height: 2 }, headingFont });
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toContain('Rebut A-2026-0007');
    expect(text).toContain('Fotografia Núria Güell');
    const structure = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    expect(structure).toMatch(/"role":"Figure",[^}]*}],"alt":"Fotografia Núria Güell"/);
    const latin = Buffer.from(bytes).toString('latin1');
    expect(new Set(latin.match(/\/FontName \/\S+/g)).size).toBe(3);
    expect(bytes.length).toBeLessThan(100_000);
  });

  it('is in our own font if the studio’s lacks a letter or cannot be read', async () => {
    const lora = await readCatalogueHeading('Lora');
    const fontsOf = async (name: string, headingFont: Letterhead['headingFont']) => {
      const data = { ...RECEIPT, studio: { ...RECEIPT.studio, name } };
      const bytes = await renderReceipt(data, { logo: null, headingFont });
      return new Set(
        Buffer.from(bytes)
          .toString('latin1')
          .match(/\/FontName \/\S+/g),
      ).size;
    };
    expect(await fontsOf('Llum', lora)).toBe(3);
    expect(await fontsOf('Φως', lora)).toBe(2);
    expect(await fontsOf('Llum', { sfnt: Buffer.from('not a font'), weight: null })).toBe(2);
    const logo = { png: Buffer.from('not a picture'), width: 4, height: 2 };
    expect(await renderReceipt(RECEIPT, { logo, headingFont: null })).toEqual(await renderReceipt(RECEIPT));
  });
});
