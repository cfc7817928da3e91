import { ArrowRight } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookableType } from '#core/api/booking.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { bookHref, type StudioSite } from '../routes.ts';
import { durationText, priceText } from './words.ts';

export interface TypeListProps {
  site: StudioSite;
  types: readonly BookableType[];
  currency: string;
  heading: 'h2' | 'h3';
  /** A plain link, unless the next step is on the same page. */
  link: ComponentType<{ href: string; className: string; children: ReactNode }> | 'a';
}

export const typeHref = (site: StudioSite, typeId: string) => `${bookHref(site)}?type=${encodeURIComponent(typeId)}`;

/** What can be booked, each with all that decides: how long, how much, whether the studio must agree. */
export function TypeList({ site, types, currency, heading: Heading, link: Link }: TypeListProps) {
  const { t } = useTranslation('booking');
  return (
    <ul className="divide-y divide-line border-y border-line">
      {types.map((type) => (
        <li key={type.id} className="relative flex items-start gap-4 py-5 has-[a:hover]:bg-hover">
          <div className="flex min-w-0 grow flex-col gap-1.5">
            <Heading className="text-lead font-semibold wrap-anywhere">
              <Link href={typeHref(site, type.id)} className="no-underline after:absolute after:inset-0">
                {type.name}
              </Link>
            </Heading>
            {type.description && <p className="measure whitespace-pre-line text-soft">{type.description}</p>}
            <TypeDetails type={type} currency={currency} />
            {type.requiresApproval && <p className="text-caption text-soft">{t('types.approval')}</p>}
          </div>
          <ArrowRight aria-hidden className="mt-1 mr-1 size-5 shrink-0 text-soft" strokeWidth={1.5} />
        </li>
      ))}
    </ul>
  );
}

/** "1 hr · €120 · deposit €30" */
export function TypeDetails({ type, currency }: { type: BookableType; currency: string }) {
  const { t } = useTranslation('booking');
  const language = currentLanguage();
  const deposit = priceText({ price: type.deposit }, currency, language);
  const facts = [
    durationText(type.duration, language),
    priceText(type, currency, language),
    deposit && t('types.deposit', { amount: deposit }),
  ];
  return <p data-figures>{facts.filter(Boolean).join(' · ')}</p>;
}
