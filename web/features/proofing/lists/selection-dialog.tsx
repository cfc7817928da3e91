import { useQuery } from '@rocicorp/zero/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SelectionChanges, SelectionRules } from '#core/domain/galleries/proofing.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { paths } from '#web/lib/paths.ts';
import { type MutationOptions, useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { ListRow } from '../types.ts';
import type { Proofing } from '../use-proofing.ts';
import { ChoosersField } from './choosers-field.tsx';
import {
  newSelection,
  type SelectionError,
  selectionForm,
  type SelectionValues,
  toSelectionValues,
} from './selection-values.ts';

interface SelectionDialogProps {
  gallery: GalleryRow;
  proofing: Proofing;
  /** Null for a new selection. */
  list: ListRow | null;
  onClose: () => void;
  onCreated?: (listId: string) => void;
}

/** Sets up a selection, or changes its rules. */
export function SelectionDialog(props: SelectionDialogProps) {
  const { gallery, list } = props;
  const newDraft = useNewDraft(`selection-new:${gallery.id}`);
  const [lists, { type }] = useQuery(queries.proofing.lists({ galleryId: gallery.id }));
  if (lists.some(({ id }) => id === newDraft.id)) newDraft.reset(type);
  return <SelectionForm key={list?.id ?? newDraft.formKey} newDraft={newDraft} {...props} />;
}

function SelectionForm({
  newDraft,
  gallery,
  proofing,
  list,
  onClose,
  onCreated,
}: SelectionDialogProps & { newDraft: NewDraft }) {
  const { t } = useTranslation(['proofing', 'common']);
  const { timeZone: zone, role } = useAccount();
  const { create, update } = useSelectionActions(gallery.id);
  const [fresh] = useState(() => newSelection(t('edit.defaultName')));
  const [notify, setNotify] = useState(gallery.status === 'published');
  const price = proofing.money.find(({ id }) => id === list?.id)?.price?.extraPrice ?? null;
  const stored = list ? toSelectionValues(list, price, zone) : fresh;
  const draft = useDraft(list ? `selection:${list.id}` : newDraft.key, stored);
  const { values, change, discard, conflict, saving } = draft;
  const schema = useMemo(() => selectionForm(zone), [zone]);
  const prices = can(role, 'money.write');
  const [cards] = useQuery(queries.stripeAccounts.current());
  const errorOf = (field: keyof SelectionValues) => {
    const error = form.error(field) as SelectionError | undefined;
    return error && t(`edit.wrong.${error}`);
  };
  const form = useForm(draft, schema, async (rules) => {
    if (list) {
      const before = schema.safeParse(stored).data;
      if (before && (await update(list.id, before, rules, saving()))) onClose();
      return;
    }
    const made = await newDraft.submit((options) => create(newDraft.id, rules, notify, options));
    if (!made) return;
    onCreated?.(newDraft.id);
    onClose();
  });
  const discardAndClose = () => {
    discard();
    onClose();
  };
  const count = (field: 'min' | 'max' | 'included') => (
    <TextInput inputMode="numeric" autoComplete="off" className="max-w-32 tabular-nums" {...form.input(field)} />
  );
  return (
    <FormDialog
      size="wide"
      title={t(list ? 'edit.title' : 'edit.new')}
      submitLabel={t(list ? 'common:save' : 'edit.create')}
      button={{ writes: true }}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      <Field
        label={t('edit.name')}
        required
        hint={t('edit.nameHint')}
        error={errorOf('name')}
        conflict={conflict('name')}
      >
        <TextInput autoComplete="off" {...form.input('name')} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t('edit.min')} optional error={errorOf('min')} conflict={conflict('min')}>
          {count('min')}
        </Field>
        <Field
          label={t('edit.max')}
          optional
          hint={t('edit.maxHint')}
          error={errorOf('max')}
          conflict={conflict('max')}
        >
          {count('max')}
        </Field>
        <Field
          label={t('edit.included')}
          optional
          hint={t('edit.includedHint')}
          error={errorOf('included')}
          conflict={conflict('included')}
        >
          {count('included')}
        </Field>
        {prices && values.included.trim() !== '' && (
          <Field label={t('edit.price')} optional hint={t('edit.priceHint')} error={errorOf('price')}>
            <MoneyInput value={values.price} onChange={(next) => change({ price: next })} />
          </Field>
        )}
        {prices && values.included.trim() !== '' && values.price !== null && cards?.status !== 'active' && (
          <p role="status" className="text-caption text-soft sm:col-span-2">
            {t('edit.priceNoCards')}{' '}
            {can(role, 'billing.manage') && <Link to={paths.cardPayments}>{t('edit.setUpCards')}</Link>}
          </p>
        )}
      </div>
      <DateField
        label={t('edit.due')}
        optional
        hint={t('edit.dueHint')}
        zone={zone}
        value={values.due}
        onChange={(due) => change({ due })}
      />
      {values.due !== '' && (
        <Checkbox label={t('edit.late')} checked={values.late} onChange={(late) => change({ late })} />
      )}
      <ChoosersField
        people={proofing.people}
        everyone={values.everyone}
        personIds={values.personIds}
        error={errorOf('personIds')}
        onChange={change}
      />
      {!list && <Checkbox label={t('edit.notify')} hint={t('edit.notifyHint')} checked={notify} onChange={setNotify} />}
    </FormDialog>
  );
}

/** Creates and changes selections of a gallery. */
function useSelectionActions(galleryId: string) {
  const { t } = useTranslation(['proofing', 'common']);
  const mutate = useMutation();
  const create = (id: string, rules: SelectionRules, notify: boolean, options: MutationOptions) =>
    mutate(mutators.proofing.createSelection({ id, galleryId, rules, notify, now: Date.now() }), {
      done: t('edit.created', { name: rules.name }),
      undo: () => mutators.proofing.removeList({ id, now: Date.now() }),
      ...options,
    });
  const update = (id: string, before: SelectionRules, after: SelectionRules, options: MutationOptions) => {
    const request = (changes: SelectionChanges) => mutators.proofing.updateSelection({ id, changes, now: Date.now() });
    const changed = (Object.keys(after) as (keyof SelectionRules)[]).filter(
      (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
    );
    if (changed.length === 0) return Promise.resolve(true);
    const only = (rules: SelectionRules): SelectionChanges =>
      Object.fromEntries(changed.map((key) => [key, rules[key]]));
    return mutate(request(only(after)), { done: t('common:saved'), undo: () => request(only(before)), ...options });
  };
  return { create, update };
}
