import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { guestTokenHash } from '#core/domain/galleries/guest-uploads.ts';
import { hashGuestToken } from './guest-token.ts';

it.each(['0123456789abcdefghjkmnpqrstvwxyz', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'a'.repeat(32)])(
  'hashes %s as the server does',
  async (token) => {
    const hash = await hashGuestToken(token);
    expect(hash).toBe(createHash('sha256').update(token).digest('base64url'));
    expect(guestTokenHash.safeParse(hash).success).toBe(true);
  },
);
