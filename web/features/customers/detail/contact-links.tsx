import { Copy, Mail, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { telHref, whatsAppHref } from '#core/domain/values/format.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import type { CustomerRow } from '../types.ts';

const linkClass =
  'thumb inline-flex min-w-0 items-center gap-2 text-ink no-underline hover:underline [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75] [&_svg]:text-soft';

/** E-mail address and phone number of a client, each to open or to copy, and WhatsApp for international numbers. */
export function ContactLinks({ customer: { email, phone } }: { customer: Pick<CustomerRow, 'email' | 'phone'> }) {
  const { t } = useTranslation('customers');
  const whatsApp = whatsAppHref(phone);
  if (!email && !phone) return null;
  return (
    <ul aria-label={t('contact.label')} className="flex min-w-0 flex-wrap items-center gap-x-5">
      {email && (
        <Contact
          href={`mailto:${email}`}
          icon={<Mail aria-hidden />}
          value={email}
          copyLabel={t('contact.copyEmail')}
        />
      )}
      {phone && (
        <Contact href={telHref(phone)} icon={<Phone aria-hidden />} value={phone} copyLabel={t('contact.copyPhone')} />
      )}
      {whatsApp && (
        <li className="flex min-h-control items-center">
          <a href={whatsApp} target="_blank" rel="noreferrer" className={linkClass}>
            <MessageCircle aria-hidden />
            {t('contact.whatsApp')}
          </a>
        </li>
      )}
    </ul>
  );
}

interface ContactProps {
  href: string;
  icon: ReactNode;
  value: string;
  copyLabel: string;
}

function Contact({ href, icon, value, copyLabel }: ContactProps) {
  const { t } = useTranslation('common');
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast({ title: t('copied') });
    } catch {
      toast({ title: t('copyFailed'), tone: 'danger' });
    }
  };
  return (
    <li className="flex min-w-0 items-center">
      <a href={href} className={linkClass}>
        {icon}
        <span className="min-w-0 wrap-anywhere">{value}</span>
      </a>
      <IconButton
        label={copyLabel}
        icon={<Copy aria-hidden className="size-4!" />}
        onClick={() => void copy()}
        className="text-soft"
      />
    </li>
  );
}
