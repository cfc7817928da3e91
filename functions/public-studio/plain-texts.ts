import caPage from '#locales/ca/page.json' with { type: 'json' };
import caPortal from '#locales/ca/portal.json' with { type: 'json' };
import caPublic from '#locales/ca/public.json' with { type: 'json' };
import enPage from '#locales/en/page.json' with { type: 'json' };
import enPortal from '#locales/en/portal.json' with { type: 'json' };
import enPublic from '#locales/en/public.json' with { type: 'json' };
import esPage from '#locales/es/page.json' with { type: 'json' };
import esPortal from '#locales/es/portal.json' with { type: 'json' };
import esPublic from '#locales/es/public.json' with { type: 'json' };
import { formatText, type Texts } from '../platform/texts.ts';
import type { StudioFrame } from './studio-answer.ts';

const PORTAL: Record<StudioFrame['language'], Texts> = { en: enPortal, es: esPortal, ca: caPortal };
const PUBLIC: Record<StudioFrame['language'], Texts> = { en: enPublic, es: esPublic, ca: caPublic };
const PAGE: Record<StudioFrame['language'], Texts> = { en: enPage, es: esPage, ca: caPage };

type Values = Readonly<Record<string, string | number>>;

/** Returns a function that returns plain texts of a page with their placeholders filled in; `{{studio}}` is its studio. */
const textsOf =
  (texts: Record<StudioFrame['language'], Texts>) =>
  ({ found, language }: Pick<StudioFrame, 'found' | 'language'>, key: string, values: Values = {}): string =>
    formatText(texts[language], language, key, { studio: found.studio.name, ...values });

/** Texts of the client's page, of all public pages, and of pages for browsers without scripts. */
export const portalText = textsOf(PORTAL);
export const publicText = textsOf(PUBLIC);
export const pageText = textsOf(PAGE);
