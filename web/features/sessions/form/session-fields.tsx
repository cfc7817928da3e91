import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { Amount } from '#web/lib/forms/amount.ts';
import type { FormOf } from '#web/lib/forms/use-form.ts';
import { applyType, type SessionDraft } from './session-draft.ts';

interface SessionFieldsProps {
  draft: SessionDraft;
  onChange: (part: Partial<SessionDraft>) => void;
}

/** Selects the session type, which sets duration and price. */
export function TypeField({ draft, onChange }: SessionFieldsProps) {
  const { t } = useTranslation('sessions');
  const [types, { type: answer }] = useQuery(queries.sessionTypes.list());
  const offered = types.filter(({ archivedAt, id }) => archivedAt === null || id === draft.typeId);
  // Present while it is loading, so that the form does not move.
  if (offered.length === 0 && answer === 'complete') return null;
  return (
    <Field label={t('type')} optional hint={t('typeHint')}>
      <Select
        value={draft.typeId}
        onChange={({ target }) =>
          onChange(
            applyType(
              draft,
              types.find((one) => one.id === target.value),
            ),
          )
        }
        options={[{ value: '', label: t('noType') }, ...offered.map((type) => ({ value: type.id, label: type.name }))]}
      />
    </Field>
  );
}

/** Selects the session type and edits the name. */
export function SessionFields({ draft, onChange }: SessionFieldsProps) {
  const { t } = useTranslation('sessions');
  return (
    <>
      <TypeField draft={draft} onChange={onChange} />
      <Field label={t('name')} optional hint={draft.typeId ? t('nameHintType') : t('nameHint')}>
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
    </>
  );
}

interface PhotographerFieldProps {
  /** Empty: not assigned. */
  value: string;
  onChange: (userId: string) => void;
}

/**
 * Selects the photographer. Shown only if there are several. Roles that see only their own money must choose one: they
 * could neither take nor delete an unassigned session.
 */
export function PhotographerField({ value, onChange }: PhotographerFieldProps) {
  const { t } = useTranslation('sessions');
  const { role: mine } = useAccount();
  const [members] = useQuery(queries.team.members());
  const photographers = members.filter(({ role, userId }) => can(role, 'sessions.write') || userId === value);
  const isOpen = can(mine, 'money.all') || !value;
  if (photographers.length < 2 && (!isOpen || !value)) return null;
  return (
    <Field label={t('photographer')} optional={isOpen}>
      <Select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={[
          ...(isOpen ? [{ value: '', label: t('anybody') }] : []),
          ...photographers.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
        ]}
      />
    </Field>
  );
}

interface PriceFieldsProps {
  price: Amount;
  deposit: Amount;
  onChange: (value: { price: Amount; deposit: Amount }) => void;
  form: Pick<FormOf<Pick<SessionDraft, 'price' | 'deposit'>>, 'error' | 'fault'>;
}

/** Edits the price and its deposit. */
export function PriceFields({ price, deposit, onChange, form }: PriceFieldsProps) {
  const { t } = useTranslation('sessions');
  const errorOf = (field: 'price' | 'deposit') => {
    if (form.fault(field) === 'tooLarge') return t('depositTooLarge');
    return form.error(field) && t('noAmount');
  };
  return (
    <div className="flex flex-col gap-6 sm:flex-row">
      <Field label={t('price')} optional error={errorOf('price')}>
        <MoneyInput value={price} onChange={(next) => onChange({ price: next, deposit })} />
      </Field>
      <Field label={t('deposit')} optional error={errorOf('deposit')}>
        <MoneyInput value={deposit} onChange={(next) => onChange({ price, deposit: next })} />
      </Field>
    </div>
  );
}
