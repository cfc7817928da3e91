import { PHONE_PATTERN } from '#core/domain/values/format.ts';
import { clsx } from 'clsx';
import type { ReactNode, Ref, SubmitEvent } from 'react';
import { buttonClass } from '../ui/inputs/button.tsx';
import { inputClass } from '../ui/inputs/text-input.tsx';

/** Fields that a visitor sees, in order; named as in `contactForm` of core/domain/clients/leads.ts. */
export const CONTACT_FIELDS = ['name', 'email', 'phone', 'preferredDate', 'sessionTypeId', 'message'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** The texts `contact:form` of the page's language. */
interface ContactFormTexts {
  labels: Readonly<Record<ContactField, string>>;
  optional: string;
  anyType: string;
  trap: string;
  send: string;
  privacy: string;
  privacyLink: string;
  faults: Readonly<Record<ContactField, string>>;
}

interface ContactFormProps {
  /** Address of the endpoint, `/api/p/{slug}/contact`. */
  action: string;
  texts: ContactFormTexts;
  language: string;
  /** Session types that the visitor can name; without any there is no choice. */
  types: readonly { id: string; name: string }[];
  /** Address of a privacy notice. */
  privacyHref?: string | null;
  /** Prefix of the fields' ids, if a page has several forms. */
  id?: string;
  faults?: ReadonlySet<ContactField>;
  busy?: boolean;
  /** Above the button: why the message was not sent. */
  notice?: ReactNode;
  formRef?: Ref<HTMLFormElement>;
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
  onEdit?: (name: string) => void;
}

const LIMITS = { name: 120, email: 254, phone: 40, message: 4000 } as const;
const WIDE: ReadonlySet<ContactField> = new Set(['sessionTypeId', 'message']);
const OPTIONAL: ReadonlySet<ContactField> = new Set(['phone', 'sessionTypeId', 'preferredDate']);

/**
 * The contact form of a studio. Pure HTML without hooks, so that the page function, the website's pages and a script
 * render the same; it works without any script.
 */
export function ContactForm(props: ContactFormProps) {
  const { action, texts, language, types, privacyHref, id = 'contact', faults, busy, notice } = props;
  const shown = CONTACT_FIELDS.filter((name) => name !== 'sessionTypeId' || types.length > 0);
  const { formRef, onSubmit, onEdit } = props;
  return (
    <form
      ref={formRef}
      method="post"
      action={action}
      onSubmit={onSubmit}
      onInput={onEdit && (({ target }) => onEdit((target as HTMLInputElement).name))}
      className="grid gap-x-6 gap-y-5 sm:grid-cols-2"
    >
      {shown.map((name) => (
        <div key={name} className={clsx('flex min-w-0 flex-col gap-1.5', WIDE.has(name) && 'sm:col-span-2')}>
          <label htmlFor={`${id}-${name}`} className="text-caption font-medium">
            {texts.labels[name]}
            {OPTIONAL.has(name) && <span className="font-normal text-soft">{` (${texts.optional})`}</span>}
          </label>
          <Control
            name={name}
            id={`${id}-${name}`}
            isInvalid={faults?.has(name) ?? false}
            types={types}
            texts={texts}
          />
          {faults?.has(name) && (
            <p id={`${id}-${name}-error`} role="alert" className="text-caption text-danger">
              {texts.faults[name]}
            </p>
          )}
        </div>
      ))}
      {/* A trap for programs that fill in every field. */}
      <div aria-hidden className="sr-only">
        <label htmlFor={`${id}-website`}>{texts.trap}</label>
        <input id={`${id}-website`} name="website" tabIndex={-1} autoComplete="off" className="min-h-control" />
      </div>
      <input type="hidden" name="language" value={language} />
      <div className="flex flex-col items-start gap-3 sm:col-span-2">
        {notice}
        <button aria-disabled={busy || undefined} className={buttonClass({ variant: 'primary' })}>
          {texts.send}
        </button>
        <p className="text-caption text-soft">
          {texts.privacy}
          {privacyHref && (
            <>
              {' '}
              <a href={privacyHref} className="thumb underline">
                {texts.privacyLink}
              </a>
            </>
          )}
        </p>
      </div>
    </form>
  );
}

interface ControlProps {
  name: ContactField;
  id: string;
  isInvalid: boolean;
  types: ContactFormProps['types'];
  texts: ContactFormTexts;
}

function Control({ name, id, isInvalid, types, texts }: ControlProps) {
  const common = {
    id,
    name,
    required: !OPTIONAL.has(name),
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': isInvalid ? `${id}-error` : undefined,
    className: inputClass,
  };
  switch (name) {
    case 'name':
      return <input {...common} maxLength={LIMITS.name} autoComplete="name" autoCapitalize="words" />;
    case 'email':
      return <input {...common} type="email" maxLength={LIMITS.email} autoComplete="email" autoCapitalize="none" />;
    case 'phone':
      return <input {...common} type="tel" pattern={PHONE_PATTERN} maxLength={LIMITS.phone} autoComplete="tel" />;
    case 'preferredDate':
      return <input {...common} type="date" />;
    case 'sessionTypeId':
      return (
        <select {...common}>
          <option value="">{texts.anyType}</option>
          {types.map((type) => (
            <option key={type.id} value={type.id}>
              {type.name}
            </option>
          ))}
        </select>
      );
    case 'message':
      return (
        <textarea
          {...common}
          rows={6}
          maxLength={LIMITS.message}
          className={clsx(inputClass, 'field-sizing-content min-h-36! resize-y py-2.5')}
        />
      );
  }
}
