import type { Context } from 'hono';
import { z } from 'zod';
import { isAdministrator } from './authentication.ts';
import { badRequest } from './errors.ts';
import { clientInfo, optionalText, readBody } from './requests.ts';
import type { AuthServices } from './services.ts';

const captchaBody = z.object({
  gotrue_meta_security: z
    .object({ captcha_token: optionalText })
    .nullish()
    .transform((security) => security?.captcha_token.trim() ?? ''),
});

/**
 * Throws 400 `captcha_failed` if the project has a captcha and the call has no valid captcha token. Administrators are
 * exempt: they have a stronger secret.
 */
export async function requireCaptcha(services: AuthServices, c: Context): Promise<void> {
  const { captcha } = services.settings;
  if (!captcha || (await isAdministrator(services, c))) return;
  const { gotrue_meta_security: token } = await readBody(c, captchaBody);
  const refused = (why: string) => badRequest(`captcha protection: request disallowed (${why})`, 'captcha_failed');
  if (!token) throw refused('no captcha_token found');
  const problems = await captcha(token, clientInfo(c).ip);
  if (problems.length > 0) throw refused(problems.join(', '));
}
