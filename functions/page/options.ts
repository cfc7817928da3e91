import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SitePageData } from '#core/api/site-page.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { readEnv } from '../platform/env.ts';
import type { PageData, StageInfo } from '#core/api/page-data.ts';
import type { InvitePreview } from '../members/invite-rows.ts';
import type { SignInMode } from './page-path.ts';
import type { PageMarkup, PublicConfig } from './render.ts';
import type { SiteMarkup } from './site-render.ts';

/** The built documents of public pages and back office, and the renderer of public pages (web/app/page-markup.tsx). */
export interface PageTemplates {
  index: string;
  app: string;
  signIn: string;
  site: string;
  /** Renders a public page; null for one that depends on the visitor. */
  renderMarkup: (data: PageData, path: string, language: Language, slug?: string | null) => Promise<PageMarkup | null>;
  /** Renders a form of the sign-in page. */
  renderSignIn: (mode: SignInMode, language: Language, config: PublicConfig) => PageMarkup;
  /** Renders an invitation to a team for a person who is signed out, or why there is none: a code of `inviteError`. */
  renderInvitation: (
    invite: InvitePreview | string,
    path: string,
    language: Language,
  ) => PageMarkup & { title: string };
  /** Renders a page of a studio's website. */
  renderSite: (data: SitePageData) => SiteMarkup;
}

export interface PageOptions {
  templates: () => Promise<PageTemplates>;
  config: PublicConfig;
  /** Other origins that pages connect to. */
  connectOrigins: readonly string[];
  stage: StageInfo;
  /** False where the operator lets no studio's script run. */
  customScripts: boolean;
}

/** Reads the templates once; retries a failed read with the next page. */
function templatesIn(folder: string): () => Promise<PageTemplates> {
  let pending: Promise<PageTemplates> | null = null;
  const read = async () => {
    const [index, app, signIn, site, module] = await Promise.all([
      readFile(join(folder, 'index.html'), 'utf8'),
      readFile(join(folder, 'app.html'), 'utf8'),
      readFile(join(folder, 'sign-in.html'), 'utf8'),
      readFile(join(folder, 'site.html'), 'utf8'),
      import(pathToFileURL(resolve(folder, 'page-markup.mjs')).href) as Promise<
        Pick<PageTemplates, 'renderMarkup' | 'renderSignIn' | 'renderInvitation' | 'renderSite'>
      >,
    ]);
    const { renderMarkup, renderSignIn, renderInvitation, renderSite } = module;
    return { index, app, signIn, site, renderMarkup, renderSignIn, renderInvitation, renderSite };
  };
  return () =>
    (pending ??= read().catch((error: unknown) => {
      pending = null;
      throw error;
    }));
}

/** Reads the page options from the environment. */
export function pageOptionsFromEnv(): PageOptions {
  const env = readEnv([
    'APP_ORIGIN',
    'PAGE_TEMPLATES_DIR',
    'SUPABASE_URL',
    'SUPABASE_ANON_KEY',
    'AUTH_PROVIDERS',
    'CAPTCHA_SITE_KEY',
    'POSTHOG_KEY',
    'SENTRY_BROWSER_DSN',
    'DOMAIN_TARGET',
    'CONNECT_ORIGINS',
    'DEMO_GALLERY',
    'CUSTOM_SCRIPTS',
    'CARD_PAYMENTS',
    'BILLING_FROM',
    'OPERATOR_NAME',
    'OPERATOR_ADDRESS',
    'OPERATOR_EMAIL',
  ]);
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_EMAIL: email } = env;
  const waysIn = env.AUTH_PROVIDERS?.split(' ') ?? [];
  return {
    templates: templatesIn(env.PAGE_TEMPLATES_DIR),
    connectOrigins: env.CONNECT_ORIGINS.split(' '),
    customScripts: env.CUSTOM_SCRIPTS !== 'off',
    stage: {
      demo: env.DEMO_GALLERY ?? null,
      billingFrom: env.BILLING_FROM ?? null,
      operator: name && address && email ? { name, address, email } : null,
    },
    config: {
      supabaseUrl: env.SUPABASE_URL,
      supabaseAnonKey: env.SUPABASE_ANON_KEY,
      zeroUrl: `${env.APP_ORIGIN}/zero`,
      authProviders: waysIn.filter((name) => name !== 'phone'),
      phoneSignIn: waysIn.includes('phone'),
      captchaSiteKey: env.CAPTCHA_SITE_KEY ?? null,
      analyticsKey: env.POSTHOG_KEY ?? null,
      errorsDsn: env.SENTRY_BROWSER_DSN ?? null,
      domainTarget: env.DOMAIN_TARGET ?? null,
      cardPayments: env.CARD_PAYMENTS === 'on',
      billingFrom: env.BILLING_FROM ?? null,
      hasTerms: Boolean(name && address && email),
    },
  };
}
