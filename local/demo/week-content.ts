import { DEFAULT_BOOKING_RULES } from '#core/domain/sessions/booking.ts';
import type { CancellationRule } from '#core/domain/payments/cancellation.ts';
import { DEFAULT_TAX } from '#core/domain/payments/receipts.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { SpamSign } from '#core/domain/clients/leads.ts';

export const DEMO_LOCATIONS = [
  { key: 'studio', name: 'Studio', address: 'Carrer de la Riba 7, 17488 Cadaqués', notes: 'Second floor, no lift.' },
  { key: 'cove', name: 'Cala Nans', address: '17488 Cadaqués', notes: 'Best light until ten.' },
] as const;
export type LocationKey = (typeof DEMO_LOCATIONS)[number]['key'];

/** Settings: clients can book online, and receipts show tax. */
export const DEMO_SETTINGS = {
  // The example account of the IBAN registry.
  methods: {
    online: ['bizum', 'sepa_debit'],
    iban: 'ES9121000418450200051332',
    holder: '',
    bizum: '600 000 000',
    cash: false,
  },
  booking: { ...DEFAULT_BOOKING_RULES, isOpen: true },
  tax: { ...DEFAULT_TAX, name: 'IVA', rate: 2_100, id: 'B12345678' },
};

/** Messages of the contact form. */
export const DEMO_LEADS: readonly {
  key: string;
  name: string;
  email: string;
  phone?: string;
  message: string;
  language: Language;
  type?: string;
  /** Days from today until the preferred date. */
  day?: number;
  hoursAgo: number;
  spam?: readonly SpamSign[];
}[] = [
  {
    key: 'wedding',
    name: 'Laia Ferrer & Jan Puig',
    email: 'laia@ferrer-puig.test',
    phone: '+34 600 555 188',
    message:
      'Hola! We are getting married by the sea in Llançà, about sixty guests, and would love pictures as quiet as yours.\n\n' +
      'Are you free that day? We would need you from noon until the first dance.',
    language: 'en',
    type: 'portrait',
    day: 201,
    hoursAgo: 3,
  },
  {
    key: 'pottery',
    name: 'Ceràmica Vidal',
    email: 'taller@vidal.test',
    message: 'Bon dia Clara, tenim peces noves per al catàleg de primavera. Quan et podríem venir a veure?',
    language: 'ca',
    hoursAgo: 26,
  },
  {
    key: 'ranking',
    name: 'Digital Growth Team',
    email: 'offers@growth.test',
    message:
      'We can put your studio on page one of Google. Cheap backlinks: https://growth.test/a https://growth.test/b https://growth.test/c',
    language: 'en',
    hoursAgo: 40,
    spam: ['links', 'advertising', 'no_proof'],
  },
];

const inOtherLanguages = (...texts: [name: string, description: string][]) =>
  JSON.stringify({
    translations: Object.fromEntries(
      texts.map(([name, description], index) => [['es', 'ca'][index], { name, description }]),
    ),
  });

const cancellation = (windows: CancellationRule['windows']) =>
  JSON.stringify({ windows, isAutomatic: false } satisfies CancellationRule);

/** Session types as database columns; prices in cents. */
export const DEMO_TYPES = [
  {
    key: 'portrait',
    name: 'Portrait by daylight',
    description: 'An hour at the window or by the water; ten pictures to keep.',
    settings: inOtherLanguages(
      ['Retrato con luz natural', 'Una hora junto a la ventana o al agua; te quedas diez fotos.'],
      ['Retrat amb llum natural', 'Una hora a la finestra o vora l’aigua; et quedes deu fotos.'],
    ),
    duration: 60,
    color: '#8A5A2B',
    is_bookable: true,
    requires_approval: false,
    online_payment: 'deposit',
    cancellation: cancellation([{ hours: 48, keeps: 'deposit' }]),
    price: 18_000,
    deposit: 6_000,
    plan: {
      name: 'Mornings',
      days_of_week: '[1,2,3,4,5]',
      time_slots: '[{"start":"09:00","end":"13:00"}]',
      max_bookings_per_day: 2,
      buffer_time: 30,
      location: 'studio' as LocationKey,
    },
  },
  {
    key: 'family',
    name: 'Family by the sea',
    description: 'Ninety minutes outside, dogs and grandparents welcome.',
    settings: inOtherLanguages(
      ['Familia junto al mar', 'Noventa minutos al aire libre; perros y abuelos, bienvenidos.'],
      ['Família vora el mar', 'Noranta minuts a fora; gossos i avis, benvinguts.'],
    ),
    duration: 90,
    color: '#2F6F6D',
    is_bookable: true,
    requires_approval: true,
    cancellation: cancellation([
      { hours: 7 * 24, keeps: 'deposit' },
      { hours: 48, keeps: 50 },
    ]),
    price: 26_000,
    deposit: 8_000,
    plan: {
      name: 'Last light',
      days_of_week: '[5,6,7]',
      time_slots: '[{"start":"15:30","end":"18:30"}]',
      max_bookings_per_day: 1,
      buffer_time: 60,
      location: 'cove' as LocationKey,
    },
  },
  {
    key: 'table',
    name: 'Objects on a table',
    description: 'Half a day for ceramics, food and other things that stand still.',
    duration: 240,
    color: '#5B4B8A',
    is_bookable: false,
    requires_approval: false,
    price: 64_000,
    deposit: 16_000,
    plan: null,
  },
  {
    key: 'wedding',
    name: 'Wedding day',
    description: 'From the first button to the first dance.',
    duration: 480,
    color: '#7A4A7D',
    is_bookable: false,
    requires_approval: false,
    price: 190_000,
    deposit: 50_000,
    plan: null,
  },
] as const;

/** The price list. Amounts in cents. */
export const DEMO_PRODUCTS = [
  {
    key: 'day',
    kind: 'package',
    amount: 240_000,
    texts: {
      en: { name: 'Wedding, full day', description: 'Twelve hours, two photographers, 600 photos.' },
      es: { name: 'Boda, día completo', description: 'Doce horas, dos fotógrafos, 600 fotos.' },
      ca: { name: 'Casament, dia sencer', description: 'Dotze hores, dos fotògrafs, 600 fotos.' },
    },
  },
  {
    key: 'hour',
    kind: 'service',
    amount: 18_000,
    texts: {
      en: { name: 'Extra hour', description: '' },
      es: { name: 'Hora extra', description: '' },
      ca: { name: 'Hora extra', description: '' },
    },
  },
  {
    key: 'album',
    kind: 'option',
    amount: 42_000,
    texts: {
      en: { name: 'Album 30 × 30', description: 'Forty pages in a linen box.' },
      es: { name: 'Álbum 30 × 30', description: 'Cuarenta páginas en una caja de lino.' },
      ca: { name: 'Àlbum 30 × 30', description: 'Quaranta pàgines en una caixa de lli.' },
    },
  },
] as const;
