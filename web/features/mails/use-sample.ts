import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#core/domain/languages.ts';
import type { FieldValues } from '#core/domain/mail-fields.ts';
import { LINKS_TO_REBOOKING } from '#core/domain/mail-text.ts';
import { formatAmount, formatLongDate, formatTimeRange } from '#core/domain/mail-values.ts';
import type { MessageKind } from '#core/domain/messages.ts';
import { instantAtMinute, localDate } from '#core/domain/time.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts.tsx';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** Minutes of the studio's clock. */
const TEN = 600;
const SAMPLE_AMOUNT = 12_000;

/** What the fields of a mail stand for in a preview: a session in a week, at ten. */
export function useSampleFields(kind: MessageKind, language: Language): FieldValues & { studio: string } {
  const { t } = useTranslation('mails', { lng: language });
  const { name, slug, timeZone, currency } = useAccount();
  const [settings] = useQuery(queries.accounts.settings());
  const profile = settings.find(({ key }) => key === 'photographer')?.value as { businessName?: string } | undefined;
  const [now] = useState(Date.now);
  const start = instantAtMinute(localDate(now + WEEK_MS, timeZone), TEN, timeZone);
  const page = `${location.origin}/p/${slug}`;
  const receipt = { date: formatLongDate(now, language, timeZone), link: '', time: '', place: '' };
  return {
    client: t('sample.client'),
    studio: profile?.businessName || name,
    type: t('sample.type'),
    date: formatLongDate(start, language, timeZone),
    time: formatTimeRange(start, start + 90 * 60_000, language, timeZone),
    place: t('sample.place'),
    link: LINKS_TO_REBOOKING.has(kind) ? `${page}/book` : `${page}/booking/…`,
    ...(kind === 'receipt' ? receipt : {}),
    amount: formatAmount(SAMPLE_AMOUNT, currency, language),
    number: t('sample.number'),
  };
}
