import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactOptions, PublicStudio } from '#core/api/public.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { CONTACT_FIELDS, type ContactField, ContactForm } from '#web/components/fields/contact-form.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';

interface ContactSectionProps {
  studio: PublicStudio;
  contact: ContactOptions;
  api: PublicApi;
  /** True on the page that a form without a script redirects to. */
  sent: boolean;
}

const REASONS = ['validation_failed', 'rate_limited', 'contact_closed', 'payload_too_large', 'network'] as const;

/** Returns the fields that the browser finds invalid. */
function invalidFields(form: HTMLFormElement): ContactField[] {
  return CONTACT_FIELDS.filter((name) => {
    const control = form.elements.namedItem(name);
    return control instanceof HTMLElement && !(control as HTMLInputElement).validity.valid;
  });
}

/** Returns the fields that the server refused. */
function refusedFields(error: unknown): ContactField[] {
  if (!isFailure(error, 'validation_failed')) return [];
  return CONTACT_FIELDS.filter((name) => error.params.issues?.some(({ field }) => field === name));
}

/** The contact form of the studio page. Its script sends it without leaving the page; without one the browser does. */
export function ContactSection({ studio, contact, api, sent: wasSent }: ContactSectionProps) {
  const { t } = useTranslation('contact');
  const [sent, setSent] = useState(wasSent);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [faults, setFaults] = useState<ReadonlySet<ContactField>>(new Set());
  const form = useRef<HTMLFormElement>(null);
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Our own messages, in the page's language, replace the browser's.
    if (form.current) form.current.noValidate = true;
  }, []);
  useEffect(() => {
    if (sent && !wasSent) note.current?.focus();
  }, [sent, wasSent]);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const refuse = (reason: unknown, fields: readonly ContactField[]) => {
    setFaults(new Set(fields));
    setError(reason);
  };
  const submit = async (target: HTMLFormElement) => {
    setBusy(true);
    try {
      const part = await importTwice(() => import('./send-contact.ts')).catch(() => null);
      // The script did not load: the browser sends the form itself.
      if (!part) return target.submit();
      await part.sendContact(api, studio.slug, target);
      setSent(true);
    } catch (reason) {
      refuse(reason, refusedFields(reason));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const target = event.currentTarget;
    const invalid = invalidFields(target);
    if (invalid.length > 0) refuse({}, invalid);
    else if (!busy) void submit(target);
  };
  if (sent) {
    return (
      <div role="status" className="flex flex-col gap-1 rounded-control bg-success-tint px-4 py-3">
        <p ref={note} tabIndex={-1} className="font-medium outline-none">
          {t('sent.title')}
        </p>
        <p>{t('sent.text', { studio: studio.name })}</p>
      </div>
    );
  }
  const reason =
    REASONS.find((code) => isFailure(error, code)) ?? (faults.size > 0 ? 'validation_failed' : 'unavailable');
  return (
    <ContactForm
      action={`/api/p/${studio.slug}/contact`}
      texts={t('form', { returnObjects: true })}
      language={currentLanguage()}
      types={contact.types.map((type) => ({ id: type.id, ...textsIn(type, currentLanguage()) }))}
      privacyHref={studio.privacyNotice ? '#privacy' : null}
      faults={faults}
      busy={busy}
      formRef={form}
      onSubmit={onSubmit}
      onEdit={(name) =>
        faults.has(name as ContactField) && setFaults(new Set([...faults].filter((one) => one !== name)))
      }
      notice={
        error !== null && (
          <Banner tone="danger" title={t('failed.title')}>
            {t(`failed.${reason}`)}
          </Banner>
        )
      }
    />
  );
}
