import { ERROR_STATUS } from '#core/api/error-status.ts';
import { publicPages } from '#core/api/public.ts';
import type { GalleryAccess } from '#core/domain/galleries/grants.ts';
import { AppError, type ErrorCode } from '#core/domain/values/errors.ts';
import { escapeHtml, formatDay } from '#core/domain/values/format.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { type Call, defineHandler, type HtmlPage } from '../platform/http/handler.ts';
import { plainPage } from '../platform/http/refusal-page.ts';
import { readForm, readsHeadersOnly, requireOwnForm } from '../platform/http/request.ts';
import { contactList } from '../public-studio/contact-links.ts';
import { pageText, publicText } from '../public-studio/plain-texts.ts';
import { asStudioPage, refusalReason, type StudioFrame } from '../public-studio/studio-answer.ts';
import { studioLook } from '../public-studio/studio-look.ts';
import { findGalleryAccess, isPublic } from './access.ts';
import { PHOTOS_IN_PAGE, PLAIN_PHOTO_CSS, plainPhotos } from './plain-photos.ts';
import { readPublicGallery } from './public-gallery.ts';
import { visitGallery } from './verify-access.ts';

/** A password of 128 letters, percent-encoded. */
const MAX_BODY_BYTES = 4096;
const MAX_PASSWORD = 128;

/** The photos are as wide as on a gallery's own page. */
const CSS = `header,main{max-width:52.5rem}${PLAIN_PHOTO_CSS}`;

type PageCall = Call<typeof publicPages.plainGallery> | Call<typeof publicPages.plainPassword>;

export const plainGallery = defineHandler(publicPages.plainGallery, (call) =>
  asStudioPage(call, (frame) => showGallery(call, frame)),
);

export const plainPassword = defineHandler(publicPages.plainPassword, (call) =>
  asStudioPage(call, async (frame) => {
    requireOwnForm(call.request);
    const { password = '' } = readForm(call.request, MAX_BODY_BYTES);
    const typed = password.trim().slice(0, MAX_PASSWORD);
    if (typed === '')
      return passwordForm(frame, new AppError('validation_failed'), publicText(frame, 'password.missing'));
    try {
      return await showGallery(call, frame, typed);
    } catch (error) {
      if (!(error instanceof AppError) || !EXPLAINED.includes(error.code)) throw error;
      return passwordForm(frame, error, refusalReason(error, frame.language));
    }
  }),
);

/** Refusals that the form says below its field. */
const EXPLAINED: readonly ErrorCode[] = ['password_wrong', 'rate_limited'];

/** Returns a gallery with its photos for a visitor with access, else what it asks for or why it is closed. */
async function showGallery({ services, request, params }: PageCall, frame: StudioFrame, password?: string) {
  const { db } = services;
  const { found, language } = frame;
  const { accountId, studio } = found;
  const galleryAccess = await findGalleryAccess(db, params.galleryId);
  if (!galleryAccess || galleryAccess.accountId !== accountId) throw new AppError('not_found');
  if (isPublic(galleryAccess, services.clock())) {
    const location = `/p/${studio.slug}/gallery/${galleryAccess.id}`;
    return { body: undefined, headers: { location } };
  }
  const glance = readsHeadersOnly(request) ? { glance: true as const } : {};
  const { access, rights, cookies } = await visitGallery({ services, request }, galleryAccess, {
    ...(password !== undefined && { password }),
    ...glance,
  });
  if (access === 'password_required') return passwordForm(frame, null, null);
  if (access !== 'granted') return closedPage(frame, access);
  const read = await readPublicGallery(db, accountId, galleryAccess.id);
  if (!read) throw new AppError('not_found');
  const { gallery } = read;
  const { name, description } = textsIn(gallery, language);
  const downloads = { ...gallery.downloads, web: gallery.downloads.web && rights.download };
  const shown = { gallery: { ...gallery, downloads }, photos: read.photos.slice(0, PHOTOS_IN_PAGE) };
  const note = pageText(frame, 'noScript.open');
  const date = gallery.date === null ? '' : formatDay(gallery.date, language, studio.timeZone);
  const page = plainPage({
    error: null,
    language,
    title: name,
    reason: description,
    more:
      `${date && `<p class="soft">${escapeHtml(date)}</p>`}<p class="soft">${escapeHtml(note)}</p>` +
      (shown.photos.length > 0
        ? plainPhotos(shown, language, { styled: false })
        : `<p>${escapeHtml(publicText(frame, 'empty.text'))}</p>`) +
      contactList(studio),
    look: await studioLook(db, found, gallery.design),
    css: CSS,
  });
  return { ...page, cookies };
}

/** Asks for the password. @param fault why the one that was sent opens nothing; null before */
function passwordForm(frame: StudioFrame, error: AppError | null, fault: string | null): HtmlPage {
  const { found, language, look } = frame;
  const text = (key: string) => escapeHtml(publicText(frame, key));
  const invalid = fault === null ? '' : ' aria-invalid="true" aria-describedby="password-error"';
  const form = `<form method="post">
<div><label for="password">${text('password.label')}</label><input id="password" name="password" type="password" required maxlength="${MAX_PASSWORD}" autocomplete="current-password" autocapitalize="none"${invalid}>${
    fault === null ? '' : `<p id="password-error" class="fault" role="alert">${escapeHtml(fault)}</p>`
  }</div>
<button>${text('password.open')}</button>
</form><p>${text('password.lost')}</p>${contactList(found.studio)}`;
  const [title, reason] = [publicText(frame, 'password.title'), publicText(frame, 'password.text')];
  const page = plainPage({ error: null, language, title, reason, more: form, look });
  return error ? { ...page, status: ERROR_STATUS[error.code] } : page;
}

function closedPage(frame: StudioFrame, access: Exclude<GalleryAccess, 'granted' | 'password_required'>): HtmlPage {
  const { found, language, look } = frame;
  const title = publicText(frame, `closed.${access}.title`);
  const reason = publicText(frame, `closed.${access}.text`);
  return plainPage({ error: null, language, title, reason, more: contactList(found.studio), look });
}
