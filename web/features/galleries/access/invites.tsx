import { useQuery } from '@rocicorp/zero/react';
import { Mail } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email } from '#core/domain/values/email.ts';
import { mayInsist } from '#core/domain/values/errors.ts';
import { DEFAULT_RIGHTS, grantLabel } from '#core/domain/galleries/grants.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { GrantItem } from './grant-item.tsx';
import { inviteFailure } from './invite-failure.ts';
import { INVITE_RIGHTS } from './invite-rights.ts';

const schema = z.object({
  email,
  label: grantLabel,
  download: z.boolean(),
  select: z.boolean(),
  comment: z.boolean(),
  /** True to save the address as that of the gallery's client. */
  saves: z.boolean(),
});
type Invite = z.infer<typeof schema>;
const EMPTY: Invite = { email: '', label: '', download: true, select: true, comment: true, saves: true };

interface InviteFormProps {
  gallery: GalleryRow;
  /** The gallery's client, if not yet invited. */
  suggestion: { id: string; name: string; email: string } | null;
}

function InviteForm({ gallery, suggestion }: InviteFormProps) {
  const { t, i18n } = useTranslation(['galleries', 'errors', 'customers', 'common']);
  const account = useAccount();
  const api = useApi();
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const [start, setStart] = useState<Invite>({
    ...EMPTY,
    email: suggestion?.email ?? '',
    label: suggestion?.name ?? '',
  });
  const draft = useDraft(`invite:${gallery.id}`, start);
  const { values, change } = draft;

  // A client without an address: the one that is typed here is probably theirs.
  const unreached = suggestion?.email === '' && can(account.role, 'customers.write') ? suggestion : null;

  // The address that was refused: sending to it again is insisting.
  const [refused, setRefused] = useState<string | null>(null);
  const insists = refused !== null && refused === values.email.trim().toLowerCase();

  const form = useForm(draft, schema, async (invite) => {
    setFailure(null);
    try {
      await api.invites.create({
        body: {
          email: invite.email,
          ...(insists && { again: true }),
          data: {
            galleryId: gallery.id,
            accountSlug: account.slug,
            ...(invite.label && { label: invite.label }),
            rights: {
              ...DEFAULT_RIGHTS,
              download: invite.download,
              select: invite.select,
              comment: invite.comment,
            },
            ...(unreached && { saveEmail: invite.saves }),
          },
        },
      });
      toast({ title: t('invites.sent', { email: invite.email }) });
      draft.discard();
      setStart(EMPTY);
    } catch (error) {
      const code = errorCode(error);
      setFailure(inviteFailure(code, (one) => i18n.exists(`errors:${one}`)));
      setRefused(mayInsist(code) ? invite.email : null);
    }
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <ErrorBanner code={failure} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('invites.email')} required error={form.error('email') && t('errors:email_address_invalid')}>
          <TextInput type="email" autoComplete="off" inputMode="email" {...form.input('email')} />
        </Field>
        <Field label={t('invites.label')} optional error={form.error('label') && t('customers:fields.nameNeeded')}>
          <TextInput autoComplete="off" {...form.input('label')} />
        </Field>
      </div>
      <div>
        {INVITE_RIGHTS.map((right) => (
          <Checkbox
            key={right}
            label={t(`invites.${right}`)}
            checked={values[right]}
            onChange={(next) => change({ [right]: next })}
          />
        ))}
      </div>
      {unreached && (
        <Checkbox
          label={t('invites.saves', { name: unreached.name })}
          checked={values.saves}
          onChange={(saves) => change({ saves })}
        />
      )}
      <div>
        <Button type="submit" icon={<Mail />} loading={form.isSubmitting}>
          {insists ? t('common:mailAgain.act') : t('invites.act')}
        </Button>
      </div>
    </form>
  );
}

/** Invited people, and the form for another invitation. */
export function Invites({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const [grants, { type }] = useQuery(queries.galleries.grants({ galleryId: gallery.id }));
  const invited = new Set(grants.filter(({ status }) => status !== 'revoked').map(({ email }) => email));
  const suggestion = gallery.customer && !invited.has(gallery.customer.email) ? gallery.customer : null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-lead font-semibold">
          {t('invites.title')}
        </h2>
        <p className="measure text-soft">{t('invites.intro')}</p>
      </div>
      <InviteForm key={suggestion?.id ?? 'none'} gallery={gallery} suggestion={suggestion} />
      {grants.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {grants.map((grant) => (
            <GrantItem key={grant.id} grant={grant} gallery={gallery} />
          ))}
        </ul>
      ) : (
        type === 'complete' && <p className="text-soft">{t('invites.empty')}</p>
      )}
    </section>
  );
}
