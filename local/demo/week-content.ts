import { DEFAULT_BOOKING_RULES } from '#core/domain/booking.ts';
import { DEFAULT_TAX } from '#core/domain/receipts.ts';
import type { Language } from '#core/domain/languages.ts';
import type { SpamSign } from '#core/domain/leads.ts';
import type { SessionStatus } from '#core/domain/sessions.ts';
import type { DEMO_CUSTOMERS, DEMO_GALLERIES } from './content.ts';

export const DEMO_PLACES = [
  { key: 'studio', name: 'Studio', address: 'Carrer de la Riba 7, 17488 Cadaqués', notes: 'Second floor, no lift.' },
  { key: 'cove', name: 'Cala Nans', address: '17488 Cadaqués', notes: 'Best light until ten.' },
] as const;
type PlaceKey = (typeof DEMO_PLACES)[number]['key'];

/** Settings: clients can book online, and receipts show tax. */
export const DEMO_SETTINGS = {
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

/** Session types as database columns; prices in cents. */
export const DEMO_TYPES = [
  {
    key: 'portrait',
    name: 'Portrait by daylight',
    description: 'An hour at the window or by the water; ten pictures to keep.',
    duration: 60,
    color: '#8A5A2B',
    is_bookable: true,
    requires_approval: false,
    online_payment: 'deposit',
    price: 18_000,
    deposit: 6_000,
    plan: {
      name: 'Mornings',
      days_of_week: '[1,2,3,4,5]',
      time_slots: '[{"start":"09:00","end":"13:00"}]',
      max_bookings_per_day: 2,
      buffer_time: 30,
      place: 'studio' as PlaceKey,
    },
  },
  {
    key: 'family',
    name: 'Family by the sea',
    description: 'Ninety minutes outside, dogs and grandparents welcome.',
    duration: 90,
    color: '#2F6F6D',
    is_bookable: true,
    requires_approval: true,
    price: 26_000,
    deposit: 8_000,
    plan: {
      name: 'Last light',
      days_of_week: '[5,6,7]',
      time_slots: '[{"start":"15:30","end":"18:30"}]',
      max_bookings_per_day: 1,
      buffer_time: 60,
      place: 'cove' as PlaceKey,
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

export interface DemoSession {
  key: string;
  customer: (typeof DEMO_CUSTOMERS)[number]['key'];
  type: (typeof DEMO_TYPES)[number]['key'];
  /** Days from today; the time is in the studio's zone. */
  day: number;
  hour: number;
  minute?: number;
  /** Minutes. */
  duration: number;
  status: SessionStatus;
  place?: PlaceKey;
  gallery?: (typeof DEMO_GALLERIES)[number]['key'];
  title?: string;
  notes?: string;
  /** The client's message of the booking. */
  message?: string;
  checklist?: readonly (readonly [text: string, isDone: boolean])[];
  /** Days ago. */
  booked: number;
  /** Cents; `due` in days from today. */
  price?: number;
  deposit?: number;
  due?: number;
  paid?: readonly (readonly [amount: number, daysAgo: number, method: string, purpose: 'deposit' | 'balance'])[];
}

export const DEMO_SESSIONS: readonly DemoSession[] = [
  {
    key: 'today',
    customer: 'hale',
    type: 'portrait',
    day: 0,
    hour: 11,
    duration: 60,
    status: 'confirmed',
    place: 'studio',
    booked: 12,
    notes: 'Wants the window wall, and one frame with the cello.',
    checklist: [
      ['Charge both bodies', true],
      ['Grey card', false],
      ['Put the kettle on', false],
    ],
    price: 18_000,
    deposit: 6_000,
    due: 7,
    paid: [[6_000, 12, 'card', 'deposit']],
  },
  {
    key: 'evening',
    customer: 'soler',
    type: 'family',
    day: 0,
    hour: 16,
    minute: 30,
    duration: 90,
    status: 'scheduled',
    place: 'cove',
    booked: 6,
    price: 26_000,
    deposit: 8_000,
    due: 3,
  },
  {
    key: 'tomorrow',
    customer: 'vidal',
    type: 'table',
    day: 1,
    hour: 9,
    duration: 240,
    status: 'confirmed',
    place: 'studio',
    title: 'Winter glazes',
    booked: 15,
    price: 64_000,
    deposit: 16_000,
    due: 20,
    paid: [[16_000, 14, 'transfer', 'deposit']],
    checklist: [
      ['Black velvet', false],
      ['Turntable', false],
    ],
  },
  {
    key: 'asked',
    customer: 'ribes',
    type: 'family',
    day: 3,
    hour: 15,
    minute: 30,
    duration: 90,
    status: 'inquiry',
    message:
      'We would be seven, and the dog. Is half past three late enough for the light? My mother walks slowly, so a ' +
      'place near the road would be kind.',
    booked: 1,
    price: 26_000,
    deposit: 8_000,
  },
  {
    key: 'next',
    customer: 'soler',
    type: 'portrait',
    day: 5,
    hour: 10,
    duration: 60,
    status: 'scheduled',
    place: 'studio',
    booked: 3,
    price: 18_000,
    deposit: 6_000,
    due: 5,
    paid: [[6_000, 2, 'bizum', 'deposit']],
  },
  {
    key: 'later',
    customer: 'hale',
    type: 'family',
    day: 12,
    hour: 16,
    duration: 90,
    status: 'scheduled',
    place: 'cove',
    booked: 8,
    price: 26_000,
    due: 14,
  },
  {
    key: 'catalogue',
    customer: 'vidal',
    type: 'table',
    day: -31,
    hour: 9,
    duration: 240,
    status: 'completed',
    place: 'studio',
    gallery: 'catalogue',
    title: 'Autumn catalogue',
    booked: 50,
    price: 64_000,
    due: -8,
    paid: [[30_000, 30, 'transfer', 'balance']],
  },
  {
    key: 'album',
    customer: 'vila',
    type: 'wedding',
    title: 'Wedding in Cadaqués',
    day: -24,
    hour: 11,
    duration: 480,
    status: 'completed',
    gallery: 'album',
    booked: 160,
    price: 190_000,
    deposit: 50_000,
    due: -12,
    paid: [
      [50_000, 150, 'transfer', 'deposit'],
      [140_000, 14, 'transfer', 'balance'],
    ],
  },
  {
    key: 'house',
    customer: 'soler',
    type: 'family',
    day: -18,
    hour: 15,
    minute: 30,
    duration: 90,
    status: 'completed',
    place: 'cove',
    gallery: 'spring',
    booked: 40,
    price: 26_000,
    deposit: 8_000,
    due: -10,
    paid: [
      [8_000, 40, 'card', 'deposit'],
      [18_000, 6, 'card', 'balance'],
    ],
  },
  {
    key: 'rooms',
    customer: 'ribes',
    type: 'portrait',
    day: -9,
    hour: 10,
    duration: 60,
    status: 'completed',
    gallery: 'interiors',
    title: 'Casa Ribes',
    booked: 25,
    price: 18_000,
    due: -3,
    paid: [[18_000, 4, 'transfer', 'balance']],
  },
  {
    key: 'rain',
    customer: 'hale',
    type: 'family',
    day: -4,
    hour: 16,
    duration: 90,
    status: 'cancelled',
    place: 'cove',
    booked: 20,
    notes: 'Storm warning; wants spring instead.',
  },
  {
    key: 'absent',
    customer: 'ribes',
    type: 'portrait',
    day: -24,
    hour: 12,
    duration: 60,
    status: 'no_show',
    booked: 32,
  },
  {
    key: 'declined',
    customer: 'vidal',
    type: 'portrait',
    day: 2,
    hour: 12,
    duration: 60,
    status: 'declined',
    message: 'Could you come to the kiln on Wednesday?',
    booked: 5,
  },
];
