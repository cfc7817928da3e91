import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { userId as userIdSchema } from '#core/domain/values/ids.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { TeamSection } from './team-section.tsx';
import type { MemberRow } from './types.ts';

interface TransferOwnershipProps {
  members: readonly MemberRow[];
  own: MemberRow;
}

/** Makes another member the owner and the current owner an admin. */
export function TransferOwnership({ members, own }: TransferOwnershipProps) {
  const { t } = useTranslation('team');
  const { name } = useAccount();
  const [open, setOpen] = useState(false);
  const others = members.filter(({ userId, role }) => userId !== own.userId && role !== 'owner');
  return (
    <TeamSection
      title={t('transfer.title')}
      intro={others.length > 0 ? t('transfer.text', { studio: name }) : t('transfer.nobody')}
    >
      {others.length > 0 && (
        <div>
          <Button onClick={() => setOpen(true)}>{t('transfer.act')}</Button>
        </div>
      )}
      {open && <TransferDialog others={others} onClose={() => setOpen(false)} />}
    </TeamSection>
  );
}

const schema = z.object({ userId: userIdSchema });

function TransferDialog({ others, onClose }: { others: readonly MemberRow[]; onClose: () => void }) {
  const { t } = useTranslation('team');
  const account = useAccount();
  const api = useApi();
  const { call, busy } = useApiCall();
  const form = useForm(useFields({ userId: '' }), schema, async (body) => {
    const heir = others.find((member) => member.userId === body.userId);
    const done = t('transfer.done', { name: heir?.name || (heir?.email ?? '') });
    if (await call(() => api.members.transfer({ body }), done)) onClose();
  });
  return (
    <FormDialog
      title={t('transfer.dialog', { studio: account.name })}
      submitLabel={t('transfer.confirm')}
      button={{ variant: 'danger', loading: busy }}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Field label={t('transfer.to')} required error={form.error('userId') && t('transfer.needed')}>
        <Select
          {...form.input('userId')}
          placeholder={t('transfer.choose')}
          options={others.map((member) => ({
            value: member.userId,
            label: member.name ? `${member.name} (${member.email})` : member.email,
          }))}
        />
      </Field>
      <Banner tone="warning">{t('transfer.warning')}</Banner>
    </FormDialog>
  );
}
