import { useQuery } from '@rocicorp/zero/react';
import { Eye, EyeOff } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { customerName } from '#core/domain/clients/customers.ts';
import { DEFAULT_RIGHTS, grantMessage } from '#core/domain/galleries/grants.ts';
import { can } from '#core/domain/studio/roles.ts';
import { email } from '#core/domain/values/email.ts';
import { queries } from '#core/zero/queries.ts';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { inviteFailure } from './access/invite-failure.ts';
import { InvitationPreview } from './invitation-preview.tsx';
import { type Invitee, listInvitees } from './invitees.ts';
import { useGalleryClient } from './use-gallery-client.ts';

interface Draft {
  /** The client who is chosen here, or the name of a new one. */
  customerId: string | null;
  clientName: string;
  email: string;
  message: string;
  /** Contacts that were ticked or unticked by hand, by id. */
  ticked: Readonly<Record<string, boolean>>;
}
const EMPTY: Draft = { customerId: null, clientName: '', email: '', message: '', ticked: {} };

interface InvitationFormProps {
  /** Id of the form element, for the submit button outside of it. */
  id: string;
  gallery: GalleryRow;
  onSending: (isSending: boolean) => void;
  onSent: () => void;
}

/** Invites contacts of the gallery's client, and another address. A client who is named here is added when it is sent. */
export function InvitationForm({ id, gallery, onSending, onSent }: InvitationFormProps) {
  const { t, i18n } = useTranslation(['galleries', 'errors', 'customers']);
  const account = useAccount();
  const api = useApi();
  const toast = useToast();
  const listId = useId();
  const setClient = useGalleryClient(gallery.id);
  const [failure, setFailure] = useState<{ code: string; name: string } | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  // Constant while the sheet is open: a client who is chosen here stays changeable.
  const [hadClient] = useState(gallery.customerId !== null);
  const draft = useDraft(`share:${gallery.id}`, EMPTY);
  const { values, change } = draft;
  const customerId = hadClient ? gallery.customerId : (values.customerId ?? gallery.customerId);
  const [client] = useQuery(customerId !== null && queries.customers.byId({ id: customerId }));
  const [grants] = useQuery(queries.galleries.grants({ galleryId: gallery.id }));
  const isDraft = gallery.status === 'draft';
  const invited = grants.filter(({ status }) => status !== 'revoked').map((grant) => grant.email);
  const invitees = listInvitees(client ?? null, invited, account.language);
  const ticked = invitees.filter((one) => !one.isInvited && (values.ticked[one.id] ?? one.receives));
  const savesFor = client && invitees.length === 0 && can(account.role, 'customers.write') ? client.name : null;

  const schema = z.object({
    email: ticked.length > 0 ? z.union([z.literal(''), email]) : email,
    message: grantMessage,
    clientName: customerId === null ? z.union([z.literal(''), customerName]) : z.string(),
  });
  const send = (to: Pick<Invitee, 'email' | 'label' | 'chooses'>, message: string, isFirst: boolean, saves: boolean) =>
    api.invites.create({
      body: {
        email: to.email,
        data: {
          galleryId: gallery.id,
          accountSlug: account.slug,
          ...(to.label && { label: to.label }),
          ...(!to.chooses && { rights: { ...DEFAULT_RIGHTS, select: false } }),
          message,
          publish: isDraft && isFirst,
          saveEmail: saves,
        },
      },
    });
  const form = useForm(draft, schema, async (invitation) => {
    setFailure(null);
    onSending(true);
    const address = invitation.email;
    const name = values.customerId === null && customerId === null ? invitation.clientName : '';
    const isSet = hadClient || (await setClient({ customerId: values.customerId, name, email: address }));
    // Sent again after a failure, the client is there.
    if (isSet && typeof isSet === 'string') change({ customerId: isSet, clientName: '' });
    const isListed = ticked.some((one) => one.email === address);
    const label = name || (savesFor ?? '');
    const people = [...ticked, ...(address === '' || isListed ? [] : [{ email: address, label, chooses: true }])];
    let sent = 0;
    for (const person of isSet ? people : []) {
      try {
        await send(person, invitation.message, sent === 0, savesFor !== null && person.email === address);
        sent += 1;
      } catch (error) {
        const code = inviteFailure(errorCode(error), (one) => i18n.exists(`errors:${one}`));
        setFailure({ code, name: people.length > 1 ? person.label || person.email : '' });
        break;
      }
    }
    onSending(false);
    if (sent < people.length || !isSet) return;
    const to = { email: people[0]?.email ?? '' };
    const several = t('sheet.invitedMany', { count: sent });
    toast({ title: sent > 1 ? several : t(isDraft ? 'sheet.invited' : 'invites.sent', to) });
    draft.discard();
    onSent();
  });
  const first = ticked[0];
  return (
    <form id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <h3 className="border-t border-line pt-5 font-semibold">{t('sheet.invite')}</h3>
      <ErrorBanner code={failure?.code ?? null} />
      {failure?.name && <p className="text-caption text-danger">{t('sheet.notTo', { name: failure.name })}</p>}
      {!hadClient && (
        <CustomerField
          value={customerId}
          onChange={(next) => change({ customerId: next, clientName: '' })}
          typed={{ text: values.clientName, onChange: (clientName) => change({ clientName }) }}
          error={form.error('clientName') && t('customers:fields.nameNeeded')}
        />
      )}
      {invitees.length > 0 && (
        <fieldset aria-labelledby={listId}>
          <legend id={listId} className="font-medium">
            {t('sheet.to')}
          </legend>
          {invitees.map((one) => (
            <Checkbox
              key={one.id}
              label={one.name}
              hint={one.isInvited ? `${one.email} · ${t('sheet.alreadyInvited')}` : one.email}
              checked={ticked.includes(one)}
              disabled={one.isInvited}
              onChange={(isTicked) => change({ ticked: { ...values.ticked, [one.id]: isTicked } })}
            />
          ))}
        </fieldset>
      )}
      <Field
        label={t(invitees.length > 0 ? 'sheet.another' : 'invites.email')}
        required={ticked.length === 0}
        optional={ticked.length > 0}
        hint={savesFor === null ? undefined : t('sheet.savesFor', { name: savesFor })}
        error={
          form.error('email') &&
          (invitees.length > 0 && values.email === '' ? t('sheet.choose') : t('errors:email_address_invalid'))
        }
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
          <InvitationPreview
            gallery={gallery}
            message={values.message}
            name={first?.label ?? (values.clientName || (client?.name ?? ''))}
            language={first?.language ?? client?.language ?? account.language}
          />
        </Suspense>
      )}
    </form>
  );
}
