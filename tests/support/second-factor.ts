import { totpCode } from '#local/auth/second-factors.ts';
import type { Answer, AuthStack, AuthUnderTest } from './auth-stack.ts';

/** An authenticator app with the data of the QR code. */
export type App = { factorId: string; secret: string };

/** Enrols an unverified second factor for the bearer. */
export async function enrol(auth: AuthUnderTest, bearer: string, name = 'phone'): Promise<App> {
  const body = { factor_type: 'totp', friendly_name: name };
  const answer = await auth.call('POST', '/factors', { bearer, body });
  if (answer.status !== 200) throw new Error(`Enrolling was answered ${answer.status} ${String(answer.body.msg)}`);
  return { factorId: answer.body.id as string, secret: (answer.body.totp as { secret: string }).secret };
}

/**
 * Starts a challenge.
 * @returns the challenge's id
 */
export async function challenge(auth: AuthUnderTest, bearer: string, { factorId }: App): Promise<string> {
  return (await auth.call('POST', `/factors/${factorId}/challenge`, { bearer, body: {} })).body.id as string;
}

/** Verifies the app's current code with a new challenge. */
export async function showCode(
  { clock }: AuthStack,
  auth: AuthUnderTest,
  bearer: string,
  app: App,
  challengeId?: string,
): Promise<Answer> {
  const body = {
    challenge_id: challengeId ?? (await challenge(auth, bearer, app)),
    code: totpCode(app.secret, clock.now()),
  };
  return auth.call('POST', `/factors/${app.factorId}/verify`, { bearer, body });
}
