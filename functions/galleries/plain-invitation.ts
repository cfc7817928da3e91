import { invites } from '#core/api/invites.ts';
import { AppError, type ErrorCode } from '#core/domain/values/errors.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import { type Call, defineHandler } from '../platform/http/handler.ts';
import { plainPage, refusalPage } from '../platform/http/refusal-page.ts';
import { readForm, requireOwnForm } from '../platform/http/request.ts';
import { contactList } from '../public-studio/contact-links.ts';
import { portalText, publicText } from '../public-studio/plain-texts.ts';
import { asStudioPage, type StudioFrame } from '../public-studio/studio-answer.ts';
import { acceptInvitation, renewInvitation } from './accept-invitation.ts';
import { findGalleryAccess } from './access.ts';
import { plainGalleryPath } from './plain-gallery-path.ts';
import { decideAccess, identifyCaller } from './visitors.ts';

/** A link's token has 43 letters. */
const MAX_BODY_BYTES = 1024;

const REASONS: Partial<Record<ErrorCode, 'used' | 'expired' | 'invalid'>> = {
  invite_used: 'used',
  invite_expired: 'expired',
  invite_invalid: 'invalid',
};

const readToken = ({ request }: Pick<Call<typeof invites.openPage>, 'request'>) =>
  readForm(request, MAX_BODY_BYTES)['token'] ?? '';

/** Accepts an invitation and redirects to its gallery, also by a link that does not work if the visitor has access. */
export const openPage = defineHandler(invites.openPage, (call) =>
  asStudioPage(call, async (frame) => {
    requireOwnForm(call.request);
    const token = readToken(call);
    try {
      const { accountSlug, galleryId, cookie } = await acceptInvitation(call, token);
      const headers = { location: plainGalleryPath(accountSlug, galleryId) };
      return { body: undefined, headers, cookies: [cookie] };
    } catch (error) {
      const reason = error instanceof AppError ? REASONS[error.code] : undefined;
      if (!(error instanceof AppError) || !reason) throw error;
      if (await isOpen(call, frame)) {
        const headers = { location: plainGalleryPath(frame.found.studio.slug, call.params.galleryId) };
        return { body: undefined, headers };
      }
      return refusedInvitation({ ...frame, galleryId: call.params.galleryId }, { error, reason, token });
    }
  }),
);

/** True if the visitor has opened the gallery before. */
async function isOpen({ services, request, params }: Call<typeof invites.openPage>, { found }: StudioFrame) {
  const galleryAccess = await findGalleryAccess(services.db, params.galleryId);
  if (!galleryAccess || galleryAccess.accountId !== found.accountId) return false;
  const caller = await identifyCaller(services, request, galleryAccess);
  return (await decideAccess(services, caller, galleryAccess)).access === 'granted';
}

interface Refused {
  error: AppError;
  reason: 'used' | 'expired' | 'invalid';
  token: string;
}

/** Says why a link does not work, and offers a new one; not for an incomplete token, which names no invitation. */
function refusedInvitation(frame: StudioFrame & { galleryId: string }, { error, reason, token }: Refused) {
  const { found, look, language, galleryId } = frame;
  const { slug } = found.studio;
  const text = (key: string) => publicText(frame, `invite.${key}`);
  const form =
    reason === 'invalid'
      ? ''
      : `<form method="post" action="/api/p/${slug}/invite/${encodeURIComponent(galleryId)}/renew"><input type="hidden" name="token" value="${escapeHtml(token)}"><button>${escapeHtml(text('renew'))}</button></form>`;
  const [title, why] = [text(`${reason}.title`), text(`${reason}.text`)];
  return refusalPage({ error, language, title, reason: why, more: form + contactList(found.studio), look });
}

/** Mails a new link; the answer never tells whether the link existed. */
export const renewPage = defineHandler(invites.renewPage, (call) =>
  asStudioPage(call, async (frame) => {
    requireOwnForm(call.request);
    await renewInvitation(call, readToken(call));
    const { found, look, language } = frame;
    const [title, reason] = [portalText(frame, 'ask.sent.title'), publicText(frame, 'invite.renewed')];
    return plainPage({ error: null, language, title, reason, more: contactList(found.studio), look });
  }),
);
