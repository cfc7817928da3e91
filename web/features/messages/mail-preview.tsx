import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS, WEEK_MS } from '#core/domain/durations.ts';
import { formatAmount, formatDay, formatLongDate, formatTimeRange } from '#core/domain/format.ts';
import { INVITE_TOKEN_MS } from '#core/domain/grants.ts';
import type { Language } from '#core/domain/languages.ts';
import { type FieldValues, LINKS_TO_REBOOKING, renderMessage } from '#core/domain/message-templates.ts';
import type { MailTemplateKind } from '#core/domain/messages.ts';
import { instantAtMinute, localDate } from '#core/domain/time.ts';
import { MailFrame } from '#web/components/layout/mail-frame.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMailSender } from '#web/lib/accounts/use-mail-sender.ts';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';

/** Minutes of the day: 10:00. */
const TEN = 600;
const SAMPLE_AMOUNT = 12_000;

/** Sample values of a mail's placeholders: a session in a week, at ten. */
function useSampleFields(kind: MailTemplateKind, language: Language): FieldValues & { studio: string } {
  const { t } = useTranslation('mails', { lng: language });
  const { name, slug, timeZone, currency } = useAccount();
  const [now] = useState(Date.now);
  const start = instantAtMinute(localDate(now + WEEK_MS, timeZone), TEN, timeZone);
  const page = `${location.origin}/p/${slug}`;
  const receipt = { date: formatLongDate(now, language, timeZone), link: '', time: '', place: '' };
  const invitation = {
    gallery: t('sample.gallery'),
    message: t('sample.message'),
    link: `${page}/invite/…`,
    date: formatDay(now + INVITE_TOKEN_MS, language, timeZone),
  };
  return {
    client: t('sample.client'),
    studio: name,
    type: t('sample.type'),
    date: formatLongDate(start, language, timeZone),
    time: formatTimeRange(start, start + 90 * MINUTE_MS, language, timeZone),
    place: t('sample.place'),
    link: LINKS_TO_REBOOKING.has(kind) ? `${page}/book` : `${page}/booking/…`,
    ...(kind === 'receipt' ? receipt : {}),
    ...(kind === 'gallery_invite' || kind === 'gallery_closing' ? invitation : {}),
    amount: formatAmount(SAMPLE_AMOUNT, currency, language),
    price: formatAmount(SAMPLE_AMOUNT, currency, language),
    deposit: formatAmount(SAMPLE_AMOUNT / 4, currency, language),
    number: t('sample.number'),
  };
}

interface MailPreviewProps {
  kind: MailTemplateKind;
  language: Language;
  /** Null while the form is invalid. */
  template: { subject: string; body: string } | null;
}

/** Renders the mail as it would be sent, with sample values. */
export function MailPreview({ kind, language, template }: MailPreviewProps) {
  const { t } = useTranslation('mails');
  const id = useId();
  const texts = useMailTexts(language);
  const values = useSampleFields(kind, language);
  const [view, setView] = useState<'html' | 'text'>('html');
  const sender = useMailSender();
  const mail = template && renderMessage({ kind, language, texts, template, values, sender });
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id={id} className="text-lead font-semibold">
            {t('preview')}
          </h2>
          <p className="text-caption text-soft">{t('previewIntro')}</p>
        </div>
        <SegmentedControl
          label={t('preview')}
          value={view}
          onChange={setView}
          options={[
            { value: 'html', label: t('asHtml') },
            { value: 'text', label: t('asText') },
          ]}
        />
      </div>
      {mail ? (
        <div className="overflow-hidden rounded-card border border-line bg-raised">
          <p className="border-b border-line px-4 py-3 font-medium wrap-anywhere" lang={language}>
            {mail.subject}
          </p>
          {view === 'html' ? (
            <MailFrame title={t('previewOf')} html={mail.html} language={language} />
          ) : (
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
              tabIndex={0}
              aria-label={t('previewOf')}
              role="region"
              lang={language}
              className="h-[38rem] overflow-auto p-4 font-mono text-caption whitespace-pre-wrap wrap-anywhere"
            >
              {mail.text}
            </pre>
          )}
        </div>
      ) : (
        <p className="rounded-card border border-dashed border-edge p-6 text-soft">{t('noPreview')}</p>
      )}
    </section>
  );
}
