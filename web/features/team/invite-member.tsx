import { zodResolver } from '@hookform/resolvers/zod';
import { UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email } from '#core/domain/email.ts';
import { invitedRole, MAX_TEAM_MEMBERS } from '#core/domain/members.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useDraftForm } from '#web/lib/forms/draft-form.ts';
import type { MemberRow } from './types.ts';
import { useRoleLabels } from './use-role-labels.ts';

const form = z.object({ email, role: invitedRole });
type Invite = z.infer<typeof form>;
const START: Invite = { email: '', role: 'photographer' };

interface InviteMemberProps {
  id: string;
  members: readonly MemberRow[];
  onSending: (sending: boolean) => void;
  onDone: () => void;
}

function InviteMember({ id, members, onSending, onDone }: InviteMemberProps) {
  const { t } = useTranslation(['team', 'errors']);
  const account = useAccount();
  const api = useApi();
  const toast = useToast();
  const roleTexts = useRoleLabels();
  const [failure, setFailure] = useState<string | null>(null);
  const draft = useDraftForm(`team-invite:${account.id}`, START, { resolver: zodResolver(form) });
  const { register, control, handleSubmit, formState, setError } = draft.form;
  const { errors } = formState;

  const send = async (invite: Invite) => {
    setFailure(null);
    if (members.some((member) => member.email.toLowerCase() === invite.email)) {
      return setError('email', { message: 'already_member' }, { shouldFocus: true });
    }
    onSending(true);
    try {
      await api.members.invite({ body: invite });
      toast({ title: t('invite.sent', { email: invite.email }) });
      draft.forget();
      onDone();
    } catch (error) {
      const code = errorCode(error);
      if (code === 'already_member') setError('email', { message: code }, { shouldFocus: true });
      else setFailure(code);
    }
    onSending(false);
  };
  return (
    <form id={id} noValidate onSubmit={(event) => void handleSubmit(send)(event)} className="flex flex-col gap-5">
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
        error={
          errors.email &&
          t(errors.email.message === 'already_member' ? 'errors:already_member' : 'errors:email_address_invalid')
        }
      >
        <TextInput type="email" autoComplete="off" inputMode="email" {...register('email')} />
      </Field>
      <Controller
        control={control}
        name="role"
        render={({ field: { value, onChange } }) => (
          <RadioGroup
            label={t('invite.role')}
            value={value}
            onChange={onChange}
            options={roleTexts.options(invitedRole.options)}
          />
        )}
      />
    </form>
  );
}

/** Invites a member: asks for e-mail address and role. */
export function InviteMemberForm({ members }: { members: readonly MemberRow[] }) {
  const { t } = useTranslation(['team', 'common']);
  const { name } = useAccount();
  const formId = useId();
  const [open, setOpen] = useState(false);
  const [sending, setSending] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
        {t('invite.act')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('invite.title', { studio: name })}
        description={t('invite.text')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" loading={sending}>
              {t('invite.send')}
            </Button>
          </>
        }
      >
        <InviteMember id={formId} members={members} onSending={setSending} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
