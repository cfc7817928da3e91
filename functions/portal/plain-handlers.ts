import { portal } from '#core/api/portal.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { plainGalleryPath } from '../galleries/plain-gallery-path.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { readForm, requireOwnForm } from '../platform/http/request.ts';
import { asStudioPage } from '../public-studio/studio-answer.ts';
import { readClientPage } from './client-page.ts';
import { requireLink } from './links.ts';
import { openGalleryOf, openProposalOf } from './open-linked.ts';
import { plainAskPage, plainEndedPage, plainSentPage } from './plain-ask.ts';
import { plainClientPage } from './plain-page.ts';
import { requestLinks } from './send-link.ts';

/** An address of 254 letters, percent-encoded. */
const MAX_BODY_BYTES = 4096;

export const plain = defineHandler(portal.plain, (call) =>
  asStudioPage(call, async (frame) => {
    try {
      const { found, link, now } = await requireLink(call);
      const data = await readClientPage(call, { found, link: { ...link, language: frame.language } }, now);
      return plainClientPage(frame, { data, token: call.params.token, now });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'client_link_invalid') throw error;
      return plainEndedPage(frame, error);
    }
  }),
);

export const plainGallery = defineHandler(portal.plainGallery, (call) =>
  asStudioPage(call, async ({ found }) => {
    requireOwnForm(call.request);
    const { galleryId, cookie } = await openGalleryOf(call);
    const headers = { location: plainGalleryPath(found.studio.slug, galleryId) };
    return { body: undefined, headers, cookies: [cookie] };
  }),
);

export const plainProposal = defineHandler(portal.plainProposal, (call) =>
  asStudioPage(call, async ({ found }) => {
    const location = `/p/${found.studio.slug}/proposal/${await openProposalOf(call)}`;
    return { body: undefined, headers: { location } };
  }),
);

export const plainRequest = defineHandler(portal.plainRequest, (call) =>
  asStudioPage(call, async (frame) => {
    const { email = '' } = readForm(call.request, MAX_BODY_BYTES);
    const typed = portal.request.body.safeParse({ email: email.trim() });
    if (!typed.success) return plainAskPage(frame, email);
    await requestLinks(call, typed.data);
    return plainSentPage(frame, typed.data.email);
  }),
);
