import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './secrets.ts';

describe('passwords', () => {
  it('are hashed with a new salt each time, and match in any Unicode form', async () => {
    const [first, second] = await Promise.all([hashPassword('còdol-ﬁ'), hashPassword('còdol-ﬁ')]);
    expect(first).not.toBe(second);
    expect(await verifyPassword('còdol-ﬁ'.normalize('NFD'), first)).toBe(true);
    expect(await verifyPassword('codol-fi', first)).toBe(false);
  });

  it('match no malformed hash', async () => {
    for (const stored of ['', 'scrypt', 'bcrypt$15$8$3$AAAA$BBBB', 'scrypt$15$8$3$$']) {
      expect(await verifyPassword('x', stored)).toBe(false);
    }
  });
});
