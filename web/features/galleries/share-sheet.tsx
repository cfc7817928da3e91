import { useQuery } from '@rocicorp/zero/react';
import { Eye, EyeOff, Send } from 'lucide-react';
import { Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email } from '#core/domain/values/email.ts';
import { formatDay } from '#core/domain/values/format.ts';
import { grantMessage, INVITE_TOKEN_MS } from '#core/domain/galleries/grants.ts';
import { IMAGE_PRESETS, imageUrl } from '#core/domain/photos/image-params.ts';
import { renderMessage } from '#core/domain/messages/message-templates.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { MailFrame } from '#web/components/layout/mail-frame.tsx';
import { Banner, ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMailSender } from '#web/lib/accounts/use-mail-sender.ts';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { inviteFailure } from './access/invite-failure.ts';
import { ShareLink } from './access/share-link.tsx';
import { VisibilityForm } from './access/visibility-form.tsx';
import { useSetStatus } from './use-set-status.tsx';

const schema = z.object({ email, message: grantMessage });

interface ShareSheetProps {
  gallery: GalleryRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Access, link and invitation of a gallery on one sheet; a draft is published with its first invitation. */
export function ShareSheet({ gallery, open, onOpenChange }: ShareSheetProps) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const { setStatus } = useSetStatus(gallery);
  const [isSending, setSending] = useState(false);
  const isDraft = gallery.status === 'draft';
  const isEmpty = isDraft && (gallery.stats?.readyCount ?? 0) === 0;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(isDraft ? 'sheet.publishTitle' : 'sheet.title')}
      footer={
        <>
          {isDraft && (
            <Button
              writes
              disabled={isEmpty || isSending}
              onClick={() => {
                onOpenChange(false);
                setStatus('published');
              }}
            >
              {t('sheet.publishOnly')}
            </Button>
          )}
          <Button type="submit" form={id} variant="primary" icon={<Send />} disabled={isEmpty} loading={isSending}>
            {t(isDraft ? 'sheet.publishAct' : 'invites.act')}
          </Button>
        </>
      }
    >
      {isEmpty && (
        <Banner tone="warning" title={t('sheet.emptyTitle')}>
          {t('sheet.emptyText')}
        </Banner>
      )}
      <VisibilityForm gallery={gallery} compact />
      <ShareLink gallery={gallery} />
      <InvitationForm
        key={gallery.customerId}
        id={id}
        gallery={gallery}
        onSending={setSending}
        onSent={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

interface InvitationFormProps {
  /** Id of the form element, for the submit button outside of it. */
  id: string;
  gallery: GalleryRow;
  onSending: (isSending: boolean) => void;
  onSent: () => void;
}

function InvitationForm({ id, gallery, onSending, onSent }: InvitationFormProps) {
  const { t, i18n } = useTranslation(['galleries', 'errors']);
  const account = useAccount();
  const api = useApi();
  const toast = useToast();
  const mutate = useMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const [grants] = useQuery(queries.galleries.grants({ galleryId: gallery.id }));
  // Constant while the sheet is open: a client who is chosen here stays changeable.
  const [hadClient] = useState(gallery.customerId !== null);
  const { customer } = gallery;
  const isInvited = grants.some((grant) => grant.status !== 'revoked' && grant.email === customer?.email);
  const start = { email: customer && !isInvited ? customer.email : '', message: '' };
  const draft = useDraft(`share:${gallery.id}:${customer?.id ?? ''}`, start);
  const isDraft = gallery.status === 'draft';
  const savesFor = customer?.email === '' && can(account.role, 'customers.write') ? customer.name : null;

  const form = useForm(draft, schema, async (invitation) => {
    setFailure(null);
    onSending(true);
    try {
      await api.invites.create({
        body: {
          email: invitation.email,
          data: {
            galleryId: gallery.id,
            accountSlug: account.slug,
            ...(customer && !isInvited && { label: customer.name }),
            message: invitation.message,
            publish: isDraft,
            saveEmail: savesFor !== null,
          },
        },
      });
      toast({ title: t(isDraft ? 'sheet.invited' : 'invites.sent', { email: invitation.email }) });
      draft.discard();
      onSent();
    } catch (error) {
      setFailure(inviteFailure(errorCode(error), (code) => i18n.exists(`errors:${code}`)));
    }
    onSending(false);
  });
  return (
    <form id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <h3 className="border-t border-line pt-5 font-semibold">{t('sheet.invite')}</h3>
      <ErrorBanner code={failure} />
      {!hadClient && (
        <CustomerField
          value={gallery.customerId}
          onChange={(customerId) =>
            void mutate(mutators.galleries.update({ id: gallery.id, changes: { customerId }, now: Date.now() }))
          }
        />
      )}
      <Field
        label={t('invites.email')}
        required
        hint={savesFor === null ? undefined : t('sheet.savesFor', { name: savesFor })}
        error={form.error('email') && t('errors:email_address_invalid')}
      >
        <TextInput type="email" autoComplete="off" inputMode="email" {...form.input('email')} />
      </Field>
      <Field label={t('sheet.message')} optional>
        <Textarea rows={3} maxLength={1000} {...form.input('message')} />
      </Field>
      <div>
        <Button
          type="button"
          variant="quiet"
          className="-ml-3"
          icon={isPreviewing ? <EyeOff /> : <Eye />}
          aria-expanded={isPreviewing}
          onClick={() => setPreviewing(!isPreviewing)}
        >
          {t(isPreviewing ? 'sheet.hidePreview' : 'sheet.preview')}
        </Button>
      </div>
      {isPreviewing && (
        <Suspense fallback={<LoadingPlaceholder className="h-96" />}>
          <InvitationPreview gallery={gallery} message={draft.values.message} />
        </Suspense>
      )}
    </form>
  );
}

/** The mail as the client will receive it, in their language and with the studio's template. */
function InvitationPreview({ gallery, message }: { gallery: GalleryRow; message: string }) {
  const { t } = useTranslation('mails');
  const { name: studio, slug, timeZone, language: ofStudio } = useAccount();
  const [templates] = useQuery(queries.messages.templates());
  const [endsAt] = useState(() => Date.now() + INVITE_TOKEN_MS);
  const language = gallery.customer?.language ?? ofStudio;
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
      client: gallery.customer?.name ?? '',
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
