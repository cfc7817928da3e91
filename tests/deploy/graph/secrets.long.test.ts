import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { SECRETS, stageEnv } from './stage-env.ts';

/* `ops/secrets` checks all secrets before a deployment. The stage checks them again, which takes a whole evaluation. */
test('refuses a stage with a missing or invalid secret, named without its value', async () => {
  const { MailUrl: _, ...secrets } = SECRETS;
  const refused = evaluate('refused', stageEnv({ ...secrets, ImageTokenKey: 'c0ffee' }));
  await expect(refused).rejects.toThrow('MailUrl');
  await expect(refused).rejects.toThrow('ImageTokenKey is malformed');
  await expect(refused).rejects.not.toThrow('c0ffee');
});
