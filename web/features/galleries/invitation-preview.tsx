import { useQuery } from '@rocicorp/zero/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INVITE_TOKEN_MS } from '#core/domain/galleries/grants.ts';
import { renderMessage } from '#core/domain/messages/message-templates.ts';
import { IMAGE_PRESETS, imageUrl } from '#core/domain/photos/image-params.ts';
import { formatDay } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { queries } from '#core/zero/queries.ts';
import { MailFrame } from '#web/components/layout/mail-frame.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMailSender } from '#web/lib/accounts/use-mail-sender.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';

interface InvitationPreviewProps {
  gallery: GalleryRow;
  message: string;
  /** Whom the mail greets; empty for nobody. */
  name: string;
  language: Language;
}

/** The mail as its first recipient will receive it, in their language and with the studio's template. */
export function InvitationPreview({ gallery, message, name, language }: InvitationPreviewProps) {
  const { t } = useTranslation('mails');
  const { name: studio, slug, timeZone } = useAccount();
  const [templates] = useQuery(queries.messages.templates());
  const [endsAt] = useState(() => Date.now() + INVITE_TOKEN_MS);
  const texts = useMailTexts(language);
  const cover = useCoverData(gallery);
  const photo = gallery.coverPhoto;
  const sender = useMailSender();
  const mail = renderMessage({
    kind: 'gallery_invite',
    language,
    texts,
    template: templates.find((one) => one.kind === 'gallery_invite' && one.language === language) ?? null,
    values: {
      client: name,
      studio,
      gallery: gallery.name,
      message: message.trim(),
      link: `${location.origin}/p/${slug}/invite/…`,
      date: formatDay(endsAt, language, timeZone),
    },
    sender,
    picture:
      cover && photo?.width && photo.height ? { url: cover, width: photo.width, height: photo.height, alt: '' } : null,
  });
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <p className="border-b border-line px-4 py-3 font-medium wrap-anywhere" lang={language}>
        {mail.subject}
      </p>
      <MailFrame title={t('previewOf')} html={mail.html} language={language} />
    </div>
  );
}

/** Returns the cover as a data URL: the sandboxed frame sends no image token. */
function useCoverData(gallery: GalleryRow): string | undefined {
  const [data, setData] = useState<string>();
  const fileId = gallery.coverPhoto?.fileId;
  useEffect(() => {
    if (!fileId) return;
    const controller = new AbortController();
    const load = async () => {
      const answer = await fetch(imageUrl(gallery.id, fileId, IMAGE_PRESETS.preview), { signal: controller.signal });
      if (!answer.ok) return;
      const reader = new FileReader();
      reader.addEventListener('load', () => setData(reader.result as string));
      reader.readAsDataURL(await answer.blob());
    };
    // Without the picture the preview shows the text.
    load().catch(() => undefined);
    return () => controller.abort();
  }, [gallery.id, fileId]);
  return data;
}
