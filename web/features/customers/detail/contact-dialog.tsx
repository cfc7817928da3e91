import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ADDED_ROLES, contactFields, isAddressTaken } from '#core/domain/clients/contacts.ts';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { parseLanguage } from '../customer-form-values.ts';
import type { CustomerContact, CustomerRow } from '../types.ts';

interface ContactDialogProps {
  customer: CustomerRow;
  /** Null for a new contact. */
  contact: CustomerContact | null;
  /** True if the member may not change addresses (`mayRedirectClient`). */
  hasFixedEmail: boolean;
  onClose: () => void;
}

/** Adds or edits a contact of a client. */
export function ContactDialog(props: ContactDialogProps) {
  const { customer, contact } = props;
  const newDraft = useNewDraft(`contact-new:${customer.id}`);
  if (customer.contacts.some(({ id }) => id === newDraft.id)) newDraft.reset('complete');
  return <ContactForm key={contact?.id ?? newDraft.formKey} newDraft={newDraft} {...props} />;
}

function ContactForm({
  customer,
  contact,
  hasFixedEmail,
  newDraft,
  onClose,
}: ContactDialogProps & { newDraft: NewDraft }) {
  const { t } = useTranslation(['customers', 'common']);
  const mutate = useMutation();
  const id = contact?.id ?? newDraft.id;
  const isTaken = (email: string) => isAddressTaken(customer.contacts, { id, email });
  const schema = z.object({
    name: contact ? contactFields.shape.name : contactFields.shape.name.min(1),
    email: z
      .string()
      .trim()
      .pipe(contactFields.shape.email)
      .refine((email) => !isTaken(email)),
    phone: contactFields.shape.phone,
    language: z.string().transform(parseLanguage),
  });
  const { name = '', email = '', phone = '', language = null } = contact ?? {};
  const before = { name, email, phone, language: (language ?? '') as Language | '' };
  const draft = useDraft(contact ? `contact:${id}` : newDraft.key, before);
  const { values, changes, discard, conflict, saving } = draft;
  const form = useForm(draft, schema, async (checked) => {
    const now = Date.now();
    const changed = Object.fromEntries(
      Object.keys(changes).map((field) => [field, checked[field as keyof typeof checked]]),
    );
    const done = contact
      ? await mutate(mutators.contacts.update({ id, changes: changed, now }), {
          done: t('common:saved'),
          undo: () => mutators.contacts.update({ id, changes: { name, email, phone, language }, now: Date.now() }),
          ...saving(),
        })
      : await newDraft.submit((options) =>
          mutate(mutators.contacts.add({ id, customerId: customer.id, ...checked, ...ADDED_ROLES, now }), {
            done: t('contacts.added', { name: checked.name }),
            undo: () => mutators.contacts.remove({ id, now: Date.now() }),
            ...options,
          }),
        );
    if (done) onClose();
  });
  const discardAndClose = () => {
    discard();
    onClose();
  };
  const takenText = isTaken(values.email.trim()) ? t('contacts.taken') : t('fields.emailWrong');
  return (
    <FormDialog
      title={t(contact ? 'contacts.edit' : 'contacts.new')}
      submitLabel={t(contact ? 'common:save' : 'contacts.add')}
      button={{ writes: true }}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      <Field
        label={t('fields.name')}
        required={!contact}
        optional={Boolean(contact)}
        hint={contact && t('contacts.nameHint')}
        error={form.error('name') && t('fields.nameNeeded')}
        conflict={conflict('name')}
      >
        <TextInput autoComplete="off" {...form.input('name')} />
      </Field>
      <Field
        label={t('fields.email')}
        optional
        hint={hasFixedEmail && t('fields.emailFixed')}
        error={form.error('email') && takenText}
        conflict={conflict('email')}
      >
        <TextInput type="email" autoComplete="off" readOnly={hasFixedEmail} {...form.input('email')} />
      </Field>
      <Field label={t('fields.phone')} optional conflict={conflict('phone')}>
        <TextInput type="tel" autoComplete="off" maxLength={40} {...form.input('phone')} />
      </Field>
      <Field label={t('fields.language')} hint={t('contacts.languageHint')} conflict={conflict('language')}>
        <Select
          options={[
            { value: '', label: t('contacts.clientLanguage') },
            ...LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) })),
          ]}
          {...form.input('language')}
        />
      </Field>
    </FormDialog>
  );
}
