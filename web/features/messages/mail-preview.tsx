import { useQuery } from '@rocicorp/zero/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS, WEEK_MS } from '#core/domain/durations.ts';
import { formatAmount, formatLongDate, formatTimeRange } from '#core/domain/format.ts';
import type { Language } from '#core/domain/languages.ts';
import { readMailSender } from '#core/domain/mail-layout.ts';
import {
  type FieldValues,
  LINKS_TO_REBOOKING,
  type MessageTexts,
  renderMessage,
} from '#core/domain/message-templates.ts';
import type { MessageKind } from '#core/domain/messages.ts';
import { instantAtMinute, localDate } from '#core/domain/time.ts';
import { queries } from '#core/zero/queries.ts';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';

/**
 * Returns the default mail texts in a language, which may differ from the screen's, with their placeholders. Suspends
 * while they load.
 */
export function useDefaultTexts(language: Language): MessageTexts {
  const { i18n } = useTranslation('mail', { lng: language });
  return (i18n.getResourceBundle(language, 'mail') as { messages: MessageTexts }).messages;
}

/** Minutes of the day: 10:00. */
const TEN = 600;
const SAMPLE_AMOUNT = 12_000;

/** Sample values of a mail's placeholders: a session in a week, at ten. */
function useSampleFields(kind: MessageKind, language: Language): FieldValues & { studio: string } {
  const { t } = useTranslation('mails', { lng: language });
  const { name, slug, timeZone, currency } = useAccount();
  const [now] = useState(Date.now);
  const start = instantAtMinute(localDate(now + WEEK_MS, timeZone), TEN, timeZone);
  const page = `${location.origin}/p/${slug}`;
  const receipt = { date: formatLongDate(now, language, timeZone), link: '', time: '', place: '' };
  return {
    client: t('sample.client'),
    studio: name,
    type: t('sample.type'),
    date: formatLongDate(start, language, timeZone),
    time: formatTimeRange(start, start + 90 * MINUTE_MS, language, timeZone),
    place: t('sample.place'),
    link: LINKS_TO_REBOOKING.has(kind) ? `${page}/book` : `${page}/booking/…`,
    ...(kind === 'receipt' ? receipt : {}),
    amount: formatAmount(SAMPLE_AMOUNT, currency, language),
    price: formatAmount(SAMPLE_AMOUNT, currency, language),
    deposit: formatAmount(SAMPLE_AMOUNT / 4, currency, language),
    number: t('sample.number'),
  };
}

interface MailPreviewProps {
  kind: MessageKind;
  language: Language;
  /** Null while the form is invalid. */
  template: { subject: string; body: string } | null;
}

/** Renders the mail as it would be sent, with sample values. */
export function MailPreview({ kind, language, template }: MailPreviewProps) {
  const { t } = useTranslation('mails');
  const id = useId();
  const texts = useDefaultTexts(language);
  const values = useSampleFields(kind, language);
  const [view, setView] = useState<'html' | 'text'>('html');
  const [settings] = useQuery(queries.accounts.settings());
  const valueOf = (name: string) => settings.find(({ key }) => key === name)?.value;
  const sender = readMailSender({ ...(valueOf('photographer') as object), logoUrl: valueOf('theme.logoUrl') });
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
            // Sandboxed: no scripts, forms or navigation.
            <iframe
              title={t('previewOf')}
              sandbox=""
              srcDoc={mail.html}
              lang={language}
              className="block h-[38rem] w-full border-0 bg-white"
            />
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
