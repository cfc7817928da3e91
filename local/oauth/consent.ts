import { Hono, type Context } from 'hono';
import { accountOf, EMAIL_STATES, KNOWN_PEOPLE, type EmailState } from './accounts.ts';
import { readRequest, type AuthorizationRequest, type Client, type RequestRefusal } from './authorization-requests.ts';
import {
  CONSENT_POLICY,
  consentPage,
  OTHER_ACCOUNT,
  refusalPage,
  type ConsentForm,
  type ConsentProblem,
} from './consent-page.ts';
import type { Grant } from './grants.ts';

/** Differences between the providers' consent pages. */
type ConsentManners = {
  provider: 'google' | 'facebook';
  /** Display name of the provider. */
  title: string;
  path: string;
  client: Client;
  /** Labels of the email states that it supports. */
  emailStates: Partial<Record<EmailState, string>>;
  refusals: Record<RequestRefusal, { status: 400 | 401; text: string }>;
  /** Query and fragment of the redirect after consent. */
  granted(request: AuthorizationRequest, grant: Grant): { query: Record<string, string>; fragment: string };
  /** The same after a refusal. */
  denied(request: AuthorizationRequest): { query: Record<string, string>; fragment: string };
};

/** Routes of the consent page and its form. */
export function consentRoutes(manners: ConsentManners): Hono {
  const { title, path, client, emailStates } = manners;
  const show = (c: Context, form: ConsentForm, problem: ConsentProblem = null) => {
    setHeaders(c);
    return c.html(consentPage(title, emailStates, form, problem), problem ? 400 : 200);
  };
  const withRequest = (handle: (c: Context, request: AuthorizationRequest) => Response | Promise<Response>) => {
    return (c: Context) => {
      const request = readRequest(c, client);
      if (typeof request !== 'string') return handle(c, request);
      setHeaders(c);
      const { status, text } = manners.refusals[request];
      return c.html(refusalPage(title, text), status);
    };
  };

  return new Hono()
    .get(
      path,
      withRequest((c) => {
        const hint = c.req.query('login_hint') ?? '';
        const known = KNOWN_PEOPLE.find(({ email }) => email === hint);
        const account = known?.email ?? (hint ? OTHER_ACCOUNT : KNOWN_PEOPLE[0].email);
        return show(c, { account, name: '', email: known ? '' : hint, emailState: 'verified' });
      }),
    )
    .post(
      path,
      withRequest(async (c, request) => {
        const fields = await c.req.parseBody();
        const read = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : '');
        if (read('decision') !== 'allow') return leave(c, request, manners.denied(request));
        const form: ConsentForm = {
          account: read('account'),
          name: read('name'),
          email: read('email'),
          emailState: EMAIL_STATES.find((state) => state === read('email_state')) ?? 'verified',
        };
        const person = KNOWN_PEOPLE.find(({ email }) => email === form.account) ?? form;
        const problem = person === form ? problemOf(form) : null;
        if (problem) return show(c, form, problem);
        const account = accountOf(manners.provider, person.name, person.email);
        return leave(c, request, manners.granted(request, { ...request, account, emailState: form.emailState }));
      }),
    );
}

function problemOf({ name, email }: ConsentForm): ConsentProblem {
  if (name === '') return 'name';
  return /^[^\s@]+@[^\s@]+$/.test(email) ? null : 'email';
}

function leave(c: Context, request: AuthorizationRequest, to: ReturnType<ConsentManners['denied']>): Response {
  const url = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(to.query)) url.searchParams.set(name, value);
  url.hash = to.fragment;
  setHeaders(c);
  return c.redirect(url.toString(), 302);
}

function setHeaders(c: Context): void {
  c.header('Content-Security-Policy', CONSENT_POLICY);
  c.header('Cache-Control', 'no-store');
  // A real provider is another site; here it shares the auth server's host, which would be accepted as a referrer.
  c.header('Referrer-Policy', 'no-referrer');
}
