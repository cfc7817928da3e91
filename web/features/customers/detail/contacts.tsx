import { ArrowUp, Ellipsis, Pencil, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ALL_ROLES, CONTACT_ROLES, MAX_CONTACTS, recipientsOf } from '#core/domain/clients/contacts.ts';
import { mayRedirectClient } from '#core/domain/payments/session-money.ts';
import { can } from '#core/domain/studio/roles.ts';
import { telHref } from '#core/domain/values/format.ts';
import { mutators } from '#core/zero/mutators.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import type { CustomerContact, CustomerRow } from '../types.ts';
import { ContactDialog } from './contact-dialog.tsx';

interface ContactsSectionProps {
  customer: CustomerRow;
  sessions: readonly { photographerId: string | null }[];
}

/** The people of a client, each with its roles. The details of the only one are the client's. */
export function ContactsSection({ customer, sessions }: ContactsSectionProps) {
  const { t } = useTranslation('customers');
  const { role } = useAccount();
  const { session: signedIn } = useAuth();
  const [open, setOpen] = useState<CustomerContact | 'new' | null>(null);
  const { contacts } = customer;
  const mayWrite = can(role, 'customers.write');
  const hasFixedEmail = !mayRedirectClient({ role, userId: signedIn?.user.id ?? '' }, sessions);
  const nobody = CONTACT_ROLES.filter((one) => !contacts.some((contact) => contact[one] && contact.email !== ''));
  const [first] = contacts;
  return (
    <PageSection
      title={t('contacts.title')}
      action={
        mayWrite &&
        contacts.length < MAX_CONTACTS && (
          <Button size="small" icon={<UserPlus />} writes onClick={() => setOpen('new')}>
            {t('contacts.add')}
          </Button>
        )
      }
    >
      {contacts.length < 2 ? (
        <p className="measure text-soft">{t('contacts.only', { name: customer.name })}</p>
      ) : (
        <ul className="divide-y divide-line border-b border-line">
          {contacts.map((contact) => (
            <ContactItem
              key={contact.id}
              customer={customer}
              contact={contact}
              mayWrite={mayWrite}
              hasFixedEmail={hasFixedEmail}
              onEdit={() => setOpen(contact)}
            />
          ))}
        </ul>
      )}
      {contacts.length > 1 && nobody.length > 0 && first && recipientsOf(contacts, 'receives').length > 0 && (
        <p className="text-caption text-soft">
          {t('contacts.nobody', {
            name: first.name || customer.name,
            roles: nobody.map((one) => t(`contacts.roles.${one}`).toLocaleLowerCase()).join(', '),
          })}
        </p>
      )}
      {contacts.filter(({ signs }) => signs).length > 1 && (
        <p className="text-caption text-soft">{t('contacts.allSign')}</p>
      )}
      {open && (
        <ContactDialog
          customer={customer}
          contact={open === 'new' ? null : open}
          hasFixedEmail={hasFixedEmail}
          onClose={() => setOpen(null)}
        />
      )}
    </PageSection>
  );
}

interface ContactItemProps {
  customer: CustomerRow;
  contact: CustomerContact;
  mayWrite: boolean;
  hasFixedEmail: boolean;
  onEdit: () => void;
}

function ContactItem({ customer, contact, mayWrite, hasFixedEmail, onEdit }: ContactItemProps) {
  const { t } = useTranslation(['customers', 'common']);
  const mutate = useMutation();
  const writable = useWritable();
  const { contacts } = customer;
  const { id, customerId, email, phone, language, position } = contact;
  const name = contact.name || customer.name;
  const isFirst = contacts[0]?.id === id;
  const setRole = (role: (typeof CONTACT_ROLES)[number], value: boolean) =>
    mutate(mutators.contacts.update({ id, changes: { [role]: value }, now: Date.now() }), {
      done: t('common:saved'),
      undo: () => mutators.contacts.update({ id, changes: { [role]: !value }, now: Date.now() }),
    });
  const makeFirst = () => {
    const former = contacts[0]!.id;
    return mutate(mutators.contacts.makeFirst({ id, now: Date.now() }), {
      done: t('contacts.isFirst', { name }),
      undo: () => mutators.contacts.makeFirst({ id: former, now: Date.now() }),
    });
  };
  const remove = () => {
    const { receives, chooses, signs, pays } = contact;
    const row = {
      id,
      customerId,
      name: contact.name,
      email,
      phone,
      language,
      receives,
      chooses,
      signs,
      pays,
      position,
    };
    const others = contacts.filter((one) => one.id !== id);
    return mutate(mutators.contacts.remove({ id, now: Date.now() }), {
      done: t('contacts.removed', { name }),
      undo: () => [
        mutators.contacts.add({ ...row, now: Date.now() }),
        // The only contact got all roles.
        ...(others.length === 1 ? [mutators.contacts.update(rolesOf(others[0]!))] : []),
      ],
    });
  };
  const items = [
    { label: t('contacts.edit'), icon: <Pencil />, writes: true, onSelect: onEdit },
    ...(isFirst || hasFixedEmail
      ? []
      : [{ label: t('contacts.makeFirst'), icon: <ArrowUp />, writes: true, onSelect: () => void makeFirst() }]),
    ...(hasFixedEmail
      ? []
      : [
          {
            label: t('contacts.remove'),
            icon: <Trash2 />,
            tone: 'danger' as const,
            writes: true,
            onSelect: () => void remove(),
          },
        ]),
  ];
  return (
    <li className="flex flex-col py-2">
      <div className="flex min-h-control items-center gap-3">
        <div className="min-w-0 grow">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="flex flex-wrap gap-x-4 text-caption text-soft">
            {email && (
              <a href={`mailto:${email}`} className="wrap-anywhere no-underline hover:underline">
                {email}
              </a>
            )}
            {phone && (
              <a href={telHref(phone)} className="no-underline hover:underline">
                {phone}
              </a>
            )}
            {!email && !phone && t('contacts.noAddress')}
            {language && <span>{t(`common:languages.${language}`)}</span>}
          </p>
        </div>
        {mayWrite && (
          <Menu
            trigger={<IconButton label={t('contacts.actions', { name })} icon={<Ellipsis aria-hidden />} />}
            groups={[{ items }]}
          />
        )}
      </div>
      <fieldset disabled={!mayWrite} className="grid grid-cols-2 gap-x-4">
        <legend className="sr-only">{t('contacts.rolesOf', { name })}</legend>
        {CONTACT_ROLES.map((role) => (
          <Checkbox
            key={role}
            label={t(`contacts.roles.${role}`)}
            checked={contact[role]}
            disabled={!mayWrite || !writable || (hasFixedEmail && !contact[role])}
            onChange={(value) => void setRole(role, value)}
          />
        ))}
      </fieldset>
      {contact.signs && !email && contacts.length > 1 && (
        <p className="text-caption text-soft">{t('contacts.signsWithoutEmail', { name })}</p>
      )}
    </li>
  );
}

const rolesOf = ({ id, receives, chooses, signs, pays }: CustomerContact) => ({
  id,
  changes: { receives, chooses, signs, pays } satisfies typeof ALL_ROLES,
  now: Date.now(),
});
