import { Hono } from 'hono';
import { z } from 'zod';
import { requireCaptcha } from '../captcha.ts';
import { badRequest, notFound } from '../errors.ts';
import { isUuid, limitRequests, optionalText, readBody } from '../requests.ts';
import type { AuthServices } from '../services.ts';

const ssoBody = z.object({ provider_id: optionalText, domain: optionalText });

/** Single sign-on of a project without a provider. */
export function ssoRoutes(services: AuthServices): Hono {
  const requireSaml = () => {
    if (!services.settings.samlSignIns) throw notFound('saml_provider_disabled', 'SAML 2.0 is disabled');
  };
  return new Hono()
    .post('/sso', async (c) => {
      requireSaml();
      limitRequests(services, c, 'codes');
      await requireCaptcha(services, c);
      const { provider_id: id, domain } = await readBody(c, ssoBody);
      if (id && !isUuid(id)) {
        throw badRequest('Could not parse request body as JSON: provider_id is no UUID', 'bad_json');
      }
      if (id && domain) throw badRequest('Only one of provider_id or domain supported');
      if (!id && !domain) throw badRequest('A provider_id or domain needs to be provided');
      throw notFound(
        'sso_provider_not_found',
        id ? 'No such SSO provider' : 'No SSO provider assigned for this domain',
      );
    })
    .all('/sso/*', () => {
      requireSaml();
      throw notFound('saml_idp_not_found', 'No SAML identity provider is set up');
    });
}
