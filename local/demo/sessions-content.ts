import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import type { DEMO_CUSTOMERS, DEMO_GALLERIES } from './content.ts';
import type { DEMO_TYPES, LocationKey } from './week-content.ts';

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
  location?: LocationKey;
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
  /** A payment plan: cents, and days from today on which they are due. */
  plan?: readonly (readonly [amount: number, due: number])[];
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
    location: 'studio',
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
    location: 'cove',
    booked: 6,
    price: 26_000,
    deposit: 8_000,
    due: 0,
  },
  {
    key: 'tomorrow',
    customer: 'vidal',
    type: 'table',
    day: 1,
    hour: 9,
    duration: 240,
    status: 'confirmed',
    location: 'studio',
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
    location: 'studio',
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
    location: 'cove',
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
    location: 'studio',
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
    key: 'vows',
    customer: 'vidal',
    type: 'wedding',
    title: 'Wedding in Pals',
    day: 79,
    hour: 12,
    duration: 480,
    status: 'confirmed',
    booked: 34,
    price: 240_000,
    plan: [
      [80_000, -32],
      [80_000, 6],
      [80_000, 65],
    ],
    paid: [[80_000, 32, 'transfer', 'deposit']],
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
    location: 'cove',
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
    location: 'cove',
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
