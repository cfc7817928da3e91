import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email } from '#core/domain/values/email.ts';
import { invitedRole, MAX_TEAM_MEMBERS } from '#core/domain/studio/members.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { MemberRow } from './types.ts';
import { useRoleLabels } from './use-role-labels.ts';

const schema = z.object({ email, role: invitedRole });
type Invite = z.infer<typeof schema>;
const START: Invite = { email: '', role: 'photographer' };

interface InviteMemberProps {
  members: readonly MemberRow[];
  onClose: () => void;
}

function InviteMemberDialog({ members, onClose }: InviteMemberProps) {
  const { t } = useTranslation(['team', 'errors']);
  const account = useAccount();
  const api = useApi();
  const toast = useToast();
  const roleTexts = useRoleLabels();
  const [failure, setFailure] = useState<string | null>(null);
  const draft = useDraft(`team-invite:${account.id}`, START);
  const { values, change } = draft;

  const form = useForm(draft, schema, async (invite, refuse) => {
    setFailure(null);
    if (members.some((member) => member.email.toLowerCase() === invite.email)) {
      return refuse('email', t('errors:already_member'));
    }
    try {
      await api.members.invite({ body: invite });
      toast({ title: t('invite.sent', { email: invite.email }) });
      draft.forget();
      onClose();
    } catch (error) {
      const code = errorCode(error);
      if (code === 'already_member') refuse('email', t('errors:already_member'));
      else setFailure(code);
    }
  });
  return (
    <FormDialog
      title={t('invite.title', { studio: account.name })}
      description={t('invite.text')}
      submitLabel={t('invite.send')}
      button={{ loading: form.isSubmitting }}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {failure && (
        <Banner tone="danger">
          {failure === 'limit_reached'
            ? t('invite.full', { maximum: MAX_TEAM_MEMBERS })
            : t(`errors:${failure as 'unknown'}`, { defaultValue: t('errors:unknown') })}
        </Banner>
      )}
      <Field
        label={t('invite.email')}
        required
        error={form.refusal('email') ?? (form.error('email') && t('errors:email_address_invalid'))}
      >
        <TextInput type="email" autoComplete="off" inputMode="email" {...form.input('email')} />
      </Field>
      <RadioGroup
        label={t('invite.role')}
        value={values.role}
        onChange={(role) => change({ role })}
        options={roleTexts.options(invitedRole.options)}
      />
    </FormDialog>
  );
}

/** Invites a member: asks for email address and role. */
export function InviteMemberForm({ members }: { members: readonly MemberRow[] }) {
  const { t } = useTranslation('team');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
        {t('invite.act')}
      </Button>
      {open && <InviteMemberDialog members={members} onClose={() => setOpen(false)} />}
    </>
  );
}
