import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

const rating = (password: string, hints: readonly string[] = []) => {
  const { score, advice } = passwordStrength(password, hints);
  return `${score} ${advice}`;
};

describe('passwordStrength', () => {
  it('rates fewer than 8 characters as short and returns how many are missing', () => {
    expect(passwordStrength('', [])).toEqual({ score: 0, advice: 'short', missing: 8 });
    expect(passwordStrength('k7#pQ2!', [])).toEqual({ score: 0, advice: 'short', missing: 1 });
    // Counts code points, not UTF-16 units.
    expect(passwordStrength('🌊🌊🌊🌊', [])).toMatchObject({ advice: 'short', missing: 4 });
  });

  it('grows with the length of any characters', () => {
    expect(rating('correcth')).toBe('2 longer');
    expect(rating('correct horse')).toBe('3 good');
    expect(rating('correct horse bat')).toBe('4 good');
    expect(rating('a plate of wet collodion')).toBe('4 good');
  });

  it.each([
    'password',
    'P4ssw0rd!',
    'Password2026',
    '12345678',
    '00000000',
    'qwertyuiop',
    'contraseña1',
    'FotosFotos',
    'fotografia!!',
  ])('rates a common password 0: %s', (password) => expect(rating(password)).toBe('0 common'));

  it('counts a repetition or sequence once', () => {
    expect(rating('zkzkzkzkzkzkzk')).toBe('1 repeated');
    expect(rating('jjjjjjjjjjjjjj')).toBe('1 repeated');
    expect(rating('xy123456789')).toBe('1 repeated');
  });

  it('ignores the person’s own names', () => {
    const hints = ['laia.ferrer@example.org', 'Estudi Llum'];
    expect(rating('laiaferrer1', hints)).toBe('1 personal');
    expect(rating('Laia.Ferrer@Example.org', hints)).toBe('1 personal');
    expect(rating('ferrer and a green umbrella', hints)).toBe('4 good');
    expect(rating('laiaferrer1')).toBe('2 longer');
    // Short parts of names occur in other words too.
    expect(rating('an old anorak', ['an@example.org'])).toBe('3 good');
  });
});
