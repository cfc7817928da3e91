import { Send } from 'lucide-react';
import { type ComponentType, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proposalGaps } from '#core/domain/payments/proposals.ts';
import { mutators } from '#core/zero/mutators.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SettingsForms, useSettingsForm } from '#web/components/layout/settings-forms.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { ProposalPreviewProps } from '../preview-props.ts';
import { changedFields, proposalForm, type ProposalValues, toValues } from '../proposal-values.ts';
import { GapsBanner } from '../send/gaps-banner.tsx';
import { SendDialog } from '../send/send-dialog.tsx';
import type { ProposalRow } from '../types.ts';
import { DiscountFields } from './discount-fields.tsx';
import { LinesEditor } from './lines-editor.tsx';
import { PlanFields } from './plan-fields.tsx';
import { Recipient } from './recipient.tsx';
import { SessionFields } from './session-fields.tsx';
import { ContractField, ValidField } from './terms-fields.tsx';

interface ProposalEditorProps {
  proposal: ProposalRow;
  preview: ComponentType<ProposalPreviewProps>;
  menu: ReactNode;
  /** Below the title. */
  children: ReactNode;
}

/** A draft or a template: its fields beside the client's page, and the button that sends it. */
export function ProposalEditor(props: ProposalEditorProps) {
  return (
    <SettingsForms className="flex flex-col">
      <Editor {...props} />
    </SettingsForms>
  );
}

function Editor({ proposal, preview: Preview, menu, children }: ProposalEditorProps) {
  const { t } = useTranslation(['proposals', 'common']);
  const { timeZone: zone } = useAccount();
  const mutate = useMutation();
  const { id, title, isTemplate, lines } = proposal;
  const draft = useDraft<ProposalValues>(`proposal:${id}`, toValues(proposal, zone));
  const { values, change, conflict } = draft;
  const schema = useMemo(() => proposalForm(zone), [zone]);
  const update = (changes: ReturnType<typeof changedFields>) =>
    mutate(mutators.proposals.update({ id, changes, now: Date.now() }), draft.saving());
  const form = useForm(draft, schema, (read) => update(changedFields(read, draft.changes)));
  const element = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  /** Sending was tried: what is missing shows. */
  const [isChecked, setChecked] = useState(false);
  const submit = () => element.current?.requestSubmit();
  useSettingsForm({
    isClean: draft.isClean,
    isSaving: form.isSubmitting || draft.isAwaited,
    isWrong: form.isWrong,
    submit,
    discard: draft.discard,
  });
  const edited = form.read && changedFields(form.read, draft.changes);
  const gaps = proposalGaps({ ...proposal, ...edited }, lines, useNow());
  const send = () => {
    // A wrong field shows its error and takes the focus.
    if (!form.read) return submit();
    setChecked(true);
    if (gaps.length === 0) setSending(true);
  };
  const save = async () => draft.isClean || (edited !== undefined && update(edited));
  return (
    <>
      <PageHeader
        title={title}
        back={{
          to: isTemplate ? `${paths.proposals}?show=templates` : paths.proposals,
          label: t('title'),
        }}
        detail={children}
        actions={
          !isTemplate && (
            <Button variant="primary" icon={<Send />} writes onClick={send}>
              {t('send.offer')}
            </Button>
          )
        }
        menu={menu}
      />
      <div className="grid gap-x-12 gap-y-8 pb-8 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-10">
          {isChecked && gaps.length > 0 && <GapsBanner gaps={gaps} />}
          {!isTemplate && <Recipient proposal={proposal} />}
          <form ref={element} noValidate onSubmit={form.submit} className="flex flex-col gap-10">
            <section className="flex flex-col gap-5">
              <Field
                label={t('fields.title')}
                required
                hint={t('fields.titleHint')}
                error={form.error('title') && t('fields.titleNeeded')}
                conflict={conflict('title')}
              >
                <TextInput autoComplete="off" maxLength={200} {...form.input('title')} />
              </Field>
              <Field label={t('fields.message')} optional hint={t('fields.messageHint')} conflict={conflict('message')}>
                <Textarea rows={5} maxLength={4000} {...form.input('message')} />
              </Field>
            </section>
            <LinesEditor proposalId={id} lines={lines} customer={proposal.customer} />
            <DiscountFields values={values} onChange={change} form={form} />
            <PlanFields
              parts={values.plan}
              fault={form.error('plan')}
              hasSession={values.date !== '' || isTemplate}
              onChange={(plan) => change({ plan })}
            />
            <SessionFields values={values} onChange={change} form={form} isTemplate={isTemplate} />
            <ContractField
              value={values.contractTemplateId}
              onChange={(contractTemplateId) => change({ contractTemplateId })}
            />
            {!isTemplate && (
              <ValidField
                value={values.validDay}
                onChange={(validDay) => change({ validDay })}
                error={form.error('validDay') && t('gaps.validUntil')}
              />
            )}
            {/* Lets Enter submit a form of several fields. */}
            <button type="submit" hidden disabled={draft.isClean} aria-label={t('common:save')} />
          </form>
        </div>
        <Preview proposal={proposal} changes={edited} />
      </div>
      {isSending && edited && (
        <SendDialog proposal={proposal} changes={edited} save={save} onClose={() => setSending(false)} />
      )}
    </>
  );
}
