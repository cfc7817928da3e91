import { normalizeForSearch } from '../format/normalize-for-search.ts';

/*
 * Estimates how hard a password is to guess, as a hint while typing; the auth service decides what is accepted. Follows
 * NIST SP 800-63B (5.1.1.2): length first, no composition rules, no common passwords, no personal values.
 */

/** The auth service's minimum length (`minimum_password_length` of supabase/config.toml). */
const PASSWORD_MINIMUM = 8;

type PasswordAdvice = 'short' | 'common' | 'personal' | 'repeated' | 'longer' | 'good';

export interface PasswordStrength {
  /** 0 is rejected or guessed immediately, 1 soon; 2 is fair; 3 and 4 are practically unguessable. */
  score: 0 | 1 | 2 | 3 | 4;
  /** The most useful advice. */
  advice: PasswordAdvice;
  /** Number of characters missing to the minimum length. */
  missing: number;
}

/** Words of the most common passwords in published leaks, in the product's languages, without digits and signs. */
const COMMON = new Set(
  [
    'password passwort contrasena contrasenya clave secret secreto secreta admin administrator root user',
    'welcome bienvenido benvingut hello hola letmein login master access default guest test changeme trustno',
    'qwerty qwertyuiop qwertyui asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc azerty abc abcd abcdef abcdefgh',
    'iloveyou tequiero teamo testimo princess princesa sunshine superman batman dragon monkey football futbol soccer',
    'baseball basketball barcelona barca realmadrid madrid espana catalunya summer winter spring autumn verano estiu',
    'shadow michael jordan ashley jennifer daniel maria jose carlos alejandro internet computer google facebook',
    'photo photos foto fotos photography fotografia photographer fotografo camera camara canon nikon studio estudio',
    'estudi albumen wedding boda casament gallery galeria',
  ]
    .join(' ')
    .split(' '),
);

const LETTER_FOR: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * Rates a password.
 * @param password as typed
 * @param hints values that an attacker knows of the person: email address, name, studio
 */
export function passwordStrength(password: string, hints: readonly string[]): PasswordStrength {
  const { length } = Array.from(password);
  const missing = Math.max(0, PASSWORD_MINIMUM - length);
  if (missing > 0) return { score: 0, advice: 'short', missing };
  if (isCommon(password)) return { score: 0, advice: 'common', missing };
  const without = withoutHints(password.toLowerCase(), hints);
  const [own, all] = [worth(without), worth(password.toLowerCase())];
  if (own < PASSWORD_MINIMUM && without.length < length) return { score: 1, advice: 'personal', missing };
  if (all < PASSWORD_MINIMUM) return { score: 1, advice: 'repeated', missing };
  if (own < 12) return { score: 2, advice: 'longer', missing };
  return { score: own < 16 ? 3 : 4, advice: 'good', missing };
}

/**
 * True for a common word, also with digits and signs around it or instead of letters: `P4ssw0rd!2026` is `password`.
 */
function isCommon(password: string): boolean {
  const lower = normalizeForSearch(password);
  const around = lower.replaceAll(/^[\d\W_]+|[\d\W_]+$/g, '');
  const stems = [lower, around, unmasked(lower), unmasked(around)].map((word) => word.replaceAll(/[\d\W_]/g, ''));
  return stems.some((stem) => stem === '' || COMMON.has(stem) || COMMON.has(halfOf(stem)));
}

const unmasked = (word: string) => Array.from(word, (sign) => LETTER_FOR[sign] ?? sign).join('');

/** Returns half of a word that is written twice; otherwise the whole word. */
function halfOf(word: string): string {
  const half = word.slice(0, word.length / 2);
  return half + half === word ? half : word;
}

function withoutHints(password: string, hints: readonly string[]): string {
  const parts = hints
    .flatMap((hint) => [hint, ...hint.split(/[^\p{L}\p{N}]+/u)])
    .map((part) => part.toLowerCase())
    // Parts of two or three letters occur in most sentences.
    .filter((part) => part.length > 3)
    .toSorted((a, b) => b.length - a.length);
  return parts.reduce((rest, part) => rest.replaceAll(part, ''), password);
}

/** Returns the effective length: characters that continue a repetition or sequence do not count. */
function worth(password: string): number {
  const unit = repeatedUnit(password);
  const points = Array.from(unit, (sign) => sign.codePointAt(0)!);
  const steps = points.map((point, at) => point - (points[at - 1] ?? Number.NaN));
  const continued = steps.filter((step, at) => at > 1 && Math.abs(step) <= 1 && step === steps[at - 1]).length;
  return points.length - continued;
}

/** Returns the repeated unit: `abab` is `ab`. */
function repeatedUnit(password: string): string {
  return /^(.+?)\1+$/su.exec(password)?.[1] ?? password;
}
