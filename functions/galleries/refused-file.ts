import { AppError } from '#core/domain/values/errors.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import ca from '#locales/ca/public.json' with { type: 'json' };
import en from '#locales/en/public.json' with { type: 'json' };
import es from '#locales/es/public.json' with { type: 'json' };
import type { HtmlPage } from '../platform/http/handler.ts';
import { refusalPage } from '../platform/http/refusal-page.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { formatText } from '../platform/texts.ts';
import { findStudio } from '../public-studio/find-studio.ts';
import { visitorLanguage } from '../public-studio/page-language.ts';
import { refusalReason } from '../public-studio/studio-answer.ts';
import { studioLook } from '../public-studio/studio-look.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';

const TEXTS = { en, es, ca } as const;

/**
 * Answers a request for a file of a gallery. If it is refused and the browser shows the answer, because no script asked,
 * the answer is a page with the reason and the way back.
 */
export async function orRefusalPage<R>(
  { db }: Services,
  request: HttpRequest,
  galleryId: string,
  answer: () => Promise<R>,
): Promise<R | HtmlPage> {
  try {
    return await answer();
  } catch (error) {
    // Browsers name HTML for what they show, but not for what scripts and players load.
    if (!(error instanceof AppError) || !request.headers['accept']?.includes('text/html')) throw error;
    const language = visitorLanguage(request);
    const [row] = await db.query<{ slug: string }>(
      `select a.slug from galleries g join accounts a on a.id = g.account_id
       where g.id = $1 and g.deleted_at is null and ${IS_OPEN}`,
      [galleryId],
    );
    const found = row ? await findStudio(db, row.slug) : null;
    const title = formatText(TEXTS[language], language, 'refusedFile.title');
    const back = formatText(TEXTS[language], language, 'refusedFile.back');
    const more = found
      ? `<p><a href="/p/${found.studio.slug}/gallery/${encodeURIComponent(galleryId)}">${escapeHtml(back)}</a></p>`
      : '';
    return refusalPage({
      error,
      language,
      title,
      reason: refusalReason(error, language),
      more,
      look: found && (await studioLook(db, found)),
    });
  }
}
