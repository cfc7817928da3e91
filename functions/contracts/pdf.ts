import PDFDocument from 'pdfkit';
import { type ContractBlock, deserializeContract } from '#core/domain/contracts/contract-text.ts';
import { formatLongDate } from '#core/domain/values/format.ts';
import ca from '#locales/ca/contract.json' with { type: 'json' };
import en from '#locales/en/contract.json' with { type: 'json' };
import es from '#locales/es/contract.json' with { type: 'json' };
import { formatText } from '../platform/texts.ts';
import { type Letterhead, PLAIN_LETTERHEAD } from '../receipts/letterhead.ts';
import {
  breakLongWords,
  drawLogo,
  PRINT_COLORS,
  readFonts,
  registerHeadingFont,
  unprintable,
} from '../receipts/pdf.ts';
import { type ContractRow, contractText, hashOf, signaturesOf } from './contract-text.ts';

/*
 * Renders a signed contract as an accessible PDF: the text, then a page with the signatures and their evidence. The
 * signer's network address and browser are not in it: only the studio sees them.
 */

/** Texts of a contract's PDF. */
const CONTRACT_DOCUMENT_TEXTS = { en: en.document, es: es.document, ca: ca.document } as const;

/** Points: 1/72 inch. */
const MARGIN = 62;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const INDENT = 20;
const SIZE = { title: 20, heading: 14, subheading: 11.5, text: 10, small: 8 };

type Pdf = PDFKit.PDFDocument;
type Root = PDFKit.PDFStructureElement;

/** A row with what its signature page says. */
type SignedContract = Omit<ContractRow, 'signedAt'> & { signedAt: number };

/** A font or logo that cannot be printed is left out, because the contract is due without them too. */
export async function renderContract(
  contract: SignedContract,
  letterhead: Letterhead = PLAIN_LETTERHEAD,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await render(contract, letterhead);
  } catch (error) {
    if (letterhead === PLAIN_LETTERHEAD) throw error;
    return render(contract, PLAIN_LETTERHEAD);
  }
}

async function render(contract: SignedContract, letterhead: Letterhead): Promise<Uint8Array<ArrayBuffer>> {
  const text = contractText(contract);
  const { title, language, blocks } = deserializeContract(text);
  const at = new Date(contract.countersignedAt ?? contract.signedAt);
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang: language,
    bufferPages: true,
    // Do not use a standard PDF font: those lack half of our letters.
    font: null as unknown as string,
    info: { Title: title, Author: contract.studio, CreationDate: at, ModDate: at },
  });
  const { regular, strong } = readFonts();
  pdf.registerFont('regular', regular);
  pdf.registerFont('strong', strong);
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => void chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const heading = registerHeadingFont(pdf, letterhead, `${contract.studio}${title}`);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  if (letterhead.logo) drawLogo(pdf, root, letterhead.logo, contract.studio);
  say(pdf, root, 'P', { font: letterhead.logo ? 'strong' : heading, size: SIZE.text, text: contract.studio });
  pdf.moveDown(2);
  say(pdf, root, 'H1', { font: heading, size: SIZE.title, text: title });
  pdf.moveDown(0.8);
  for (const block of blocks) drawBlock(pdf, root, block);
  pdf.addPage();
  drawSignatures(pdf, root, contract, text);
  root.end();
  drawFooters(pdf, contract);
  pdf.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

interface Printed {
  font?: string;
  size?: number;
  color?: string;
  text: string;
}

/** Prints one element, which screen readers read as `kind`. */
function say(
  pdf: Pdf,
  root: Root,
  kind: string,
  { font = 'regular', size = SIZE.text, color = PRINT_COLORS.ink, text }: Printed,
): void {
  root.add(
    pdf.struct(kind, {}, () => {
      pdf.font(font).fontSize(size).fillColor(color);
      pdf.text(breakLongWords(text), MARGIN, pdf.y, { width: WIDTH, lineGap: 2 });
    }),
  );
}

function drawBlock(pdf: Pdf, root: Root, block: ContractBlock): void {
  if (block.kind === 'heading') {
    // A heading never stays alone at the foot of a page.
    if (pdf.y > BOTTOM - 60) pdf.addPage();
    const [kind, size] = block.level === 1 ? ['H2', SIZE.heading] : ['H3', SIZE.subheading];
    pdf.moveDown(0.6);
    say(pdf, root, kind as string, { font: 'strong', size: size as number, text: block.text });
    pdf.moveDown(0.4);
  } else if (block.kind === 'paragraph') {
    say(pdf, root, 'P', { text: block.text });
    pdf.moveDown(0.7);
  } else {
    drawList(pdf, root, block);
  }
}

function drawList(pdf: Pdf, root: Root, { start, items }: Extract<ContractBlock, { kind: 'list' }>): void {
  const list = pdf.struct('L');
  root.add(list);
  for (const [index, item] of items.entries()) {
    const mark = start === null ? '•' : `${start + index}.`;
    const entry = pdf.struct('LI');
    list.add(entry);
    entry.add(
      pdf.struct('LBody', {}, () => {
        pdf.font('regular').fontSize(SIZE.text).fillColor(PRINT_COLORS.ink);
        // The mark and its text begin on the same page.
        if (pdf.y + pdf.currentLineHeight(true) > BOTTOM) pdf.addPage();
        const { y } = pdf;
        pdf.text(mark, MARGIN, y, { width: INDENT, lineBreak: false });
        pdf.text(breakLongWords(item), MARGIN + INDENT, y, { width: WIDTH - INDENT, lineGap: 2 });
      }),
    );
    entry.end();
    pdf.moveDown(0.2);
  }
  list.end();
  pdf.x = MARGIN;
  pdf.moveDown(0.5);
}

function drawSignatures(pdf: Pdf, root: Root, contract: SignedContract, contractText: string): void {
  const { language, timeZone, needsCountersignature, countersignedAt } = contract;
  const text = (key: string) => formatText(CONTRACT_DOCUMENT_TEXTS[language], language, key, {});
  const time = (at: number) =>
    `${formatLongDate(at, language, timeZone)}, ${new Intl.DateTimeFormat('en-GB', {
      timeStyle: 'medium',
      timeZone,
    }).format(at)} (${timeZone}) · ${new Date(at).toISOString()}`;
  const part = (heading: string, facts: readonly (readonly [string, string])[]) => {
    say(pdf, root, 'H3', { font: 'strong', size: SIZE.subheading, text: heading });
    pdf.moveDown(0.4);
    for (const [label, value] of facts) {
      say(pdf, root, 'P', { size: SIZE.small, color: PRINT_COLORS.soft, text: label });
      say(pdf, root, 'P', { text: value });
      pdf.moveDown(0.4);
    }
    pdf.moveDown(0.8);
  };
  say(pdf, root, 'H2', { font: 'strong', size: SIZE.heading, text: text('signatures') });
  pdf.moveDown(1);
  const signatures = signaturesOf(contract);
  for (const [index, { signerName, signedAt, email }] of signatures.entries()) {
    // A signature without a contact is of the time before contracts had several signers.
    const address = email || (signatures.length === 1 ? contract.clientEmail : '');
    part(signatures.length === 1 ? text('client') : `${text('client')} ${index + 1}`, [
      [text('name'), signerName],
      [text('at'), time(signedAt)],
      ...(address ? [[text('email'), address] as const] : []),
      [text('consent'), text('consentText')],
    ]);
  }
  if (countersignedAt !== null) {
    part(`${text('studio')}: ${contract.studio}`, [
      [text('name'), contract.countersignerName],
      [text('at'), time(countersignedAt)],
      [text('clientHash'), contract.signedSha256 ?? ''],
    ]);
  } else if (needsCountersignature) {
    part(`${text('studio')}: ${contract.studio}`, [[text('at'), text('waiting')]]);
  }
  const { studio, clientEmail, countersignerName } = contract;
  const named = signatures.flatMap(({ signerName, email }) => [signerName, email]);
  const absent = unprintable(pdf, [contractText, studio, ...named, clientEmail, countersignerName].join(''));
  part(text('reference'), [
    [text('reference'), contract.id],
    [text('textHash'), hashOf(contractText)],
    ...(absent ? [[text('boxes'), absent] as const] : []),
  ]);
}

/** Prints the page numbers, which screen readers skip. */
function drawFooters(pdf: Pdf, { language, title }: SignedContract): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    const values = { page: index + 1, pages: count };
    const page = formatText(CONTRACT_DOCUMENT_TEXTS[language], language, 'page', values);
    // Below the margin, where text would otherwise begin a new page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf
      .font('regular')
      .fontSize(SIZE.small)
      .fillColor(PRINT_COLORS.soft)
      .text(`${title} · ${page}`, MARGIN, BOTTOM + 24, { width: WIDTH, lineBreak: false });
    pdf.endMarkedContent();
  }
}
