import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#core/domain/studio/roles.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import type { MemberRow } from './types.ts';
import { useRoleLabels } from './use-role-labels.ts';

interface ChangeRoleProps {
  member: MemberRow;
  name: string;
  roles: readonly Role[];
}

/** Changes a member's role in a dialog, with a description of each role. */
export function ChangeRole({ member, name, roles }: ChangeRoleProps) {
  const { t } = useTranslation('team');
  const roleTexts = useRoleLabels();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${roleTexts.name(member.role)}. ${t('members.change', { name })}`}
        onClick={() => setOpen(true)}
      >
        {roleTexts.name(member.role)}
        <ChevronDown aria-hidden className="size-4 text-soft" strokeWidth={1.75} />
      </Button>
      {open && <RoleDialog member={member} name={name} roles={roles} onClose={() => setOpen(false)} />}
    </>
  );
}

function RoleDialog({ member, name, roles, onClose }: ChangeRoleProps & { onClose: () => void }) {
  const { t } = useTranslation('team');
  const api = useApi();
  const roleTexts = useRoleLabels();
  const { call, busy } = useApiCall();
  const [role, setRole] = useState(member.role);
  const save = async () => {
    const done = t('role.done', { name, role: roleTexts.name(role) });
    const request = () => api.members.changeRole({ params: { userId: member.userId }, body: { role } });
    if (role === member.role || (await call(request, done))) onClose();
  };
  return (
    <FormDialog
      title={t('role.title', { name })}
      submitLabel={t('role.act')}
      button={{ loading: busy }}
      onSubmit={save}
      onClose={onClose}
    >
      <RadioGroup
        label={t('role.label')}
        hideLabel
        value={role}
        onChange={setRole}
        options={roleTexts.options(roles)}
      />
      {role === 'owner' && member.role !== 'owner' && <Banner tone="warning">{t('role.owner')}</Banner>}
    </FormDialog>
  );
}
