import { AppError } from '#core/domain/values/errors.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { waitingTime } from '#core/domain/values/waiting-time.ts';
import caErrors from '#locales/ca/errors.json' with { type: 'json' };
import caPublic from '#locales/ca/public.json' with { type: 'json' };
import enErrors from '#locales/en/errors.json' with { type: 'json' };
import enPublic from '#locales/en/public.json' with { type: 'json' };
import esErrors from '#locales/es/errors.json' with { type: 'json' };
import esPublic from '#locales/es/public.json' with { type: 'json' };
import type { HtmlPage } from '../platform/http/handler.ts';
import { type PageLook, refusalPage } from '../platform/http/refusal-page.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { formatText } from '../platform/texts.ts';
import { contactList } from './contact-links.ts';
import { findStudio, type FoundStudio } from './find-studio.ts';
import { visitorLanguage } from './page-language.ts';
import { studioLook } from './studio-look.ts';

const TEXTS = {
  en: { public: enPublic, errors: enErrors },
  es: { public: esPublic, errors: esErrors },
  ca: { public: caPublic, errors: caErrors },
} as const;

/** The studio whose page a browser without scripts shows, how the page looks, and its language. */
export interface StudioFrame {
  found: FoundStudio;
  look: PageLook;
  language: Language;
}

interface StudioCall {
  services: Services;
  request: HttpRequest;
  params: { accountSlug: string };
}

/** Answers a browser that shows the answer, because it runs no script: a refusal is a page, too, in the studio's look. */
export async function asStudioPage<R>(
  { services: { db }, request, params }: StudioCall,
  answer: (frame: StudioFrame) => Promise<R>,
): Promise<R | HtmlPage> {
  const language = visitorLanguage(request);
  let frame: StudioFrame | null = null;
  try {
    const found = await findStudio(db, params.accountSlug);
    if (!found) throw new AppError('not_found');
    frame = { found, look: await studioLook(db, found), language };
    return await answer(frame);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isMissing = error.code === 'not_found';
    const title = formatText(TEXTS[language].public, language, isMissing ? 'notFound.title' : 'unreachable.title');
    const missing = () => formatText(TEXTS[language].public, language, 'notFound.text');
    const reason = isMissing ? missing() : refusalReason(error, language);
    const more = frame ? contactList(frame.found.studio) : '';
    return refusalPage({ error, language, title, reason, more, look: frame?.look ?? null });
  }
}

/** Returns why a request was refused, as a page says it. */
export function refusalReason({ code, params }: AppError, language: Language): string {
  const texts = TEXTS[language];
  if (code === 'rate_limited' && params.retryAfter !== undefined) {
    const { unit, count } = waitingTime(params.retryAfter);
    return formatText(texts.public, language, `tooManyTries.${unit}`, { count });
  }
  const text = (texts.errors as Readonly<Record<string, unknown>>)[code];
  return typeof text === 'string' && !text.includes('{{') ? text : texts.errors.unknown;
}
