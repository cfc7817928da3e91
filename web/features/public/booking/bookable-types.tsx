import { ArrowRight } from 'lucide-react';
import { type ComponentType, type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookableType } from '#core/api/booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { readStudioPhoto } from '#core/domain/branding/studio-photos.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import type { PublicApi } from '../shell/public-api.ts';
import { bookHref, type StudioSite } from '../shell/routes.ts';
import { TypePicture } from '../shell/studio-photo.tsx';
import { createBookingApi } from './booking-api.ts';
import { priceText } from './format.ts';
import { useRequest } from '../shell/use-request.ts';

interface TypeListProps {
  site: StudioSite;
  studio: PublicStudio;
  types: readonly BookableType[];
  currency: string;
  heading: 'h2' | 'h3';
  /** Component of each link. A plain `a` loads the next page; `StepLink` stays on this page. */
  link: ComponentType<{ href: string; className: string; children: ReactNode }> | 'a';
}

export const typeHref = (site: StudioSite, typeId: string) => `${bookHref(site)}?type=${encodeURIComponent(typeId)}`;

/**
 * Lists the bookable session types with picture, duration, price and whether the studio confirms each request. Once one
 * has a picture of its own, the others have the studio's cover; until then, no row repeats the cover above. Without
 * scripts the names are no links: only a script shows the times of one.
 */
export function TypeList({ site, studio, types, currency, heading: Heading, link: Link }: TypeListProps) {
  const { t } = useTranslation('booking');
  const language = useLanguage();
  const hasPictures = types.some(({ picture }) => readStudioPhoto(picture));
  return (
    <ul className="divide-y divide-line border-y border-line">
      {types.map((type) => {
        const { name, description } = textsIn(type, language);
        return (
          <li key={type.id} className="relative flex items-start gap-4 py-5 has-[a:hover]:bg-hover">
            {hasPictures && <TypePicture type={type} studio={studio} size="row" />}
            <div className="flex min-w-0 grow flex-col gap-1.5">
              <Heading className="text-lead font-semibold wrap-anywhere">
                <Link href={typeHref(site, type.id)} className="row-link noscript:hidden">
                  {name}
                </Link>
                <span className="hidden noscript:inline">{name}</span>
              </Heading>
              {description && <p className="measure whitespace-pre-line text-soft">{description}</p>}
              <TypeDetails type={type} currency={currency} />
              {type.requiresApproval && <p className="text-caption text-soft">{t('types.approval')}</p>}
            </div>
            <ArrowRight aria-hidden className="mt-1 mr-1 size-5 shrink-0 text-soft noscript:hidden" strokeWidth={1.5} />
          </li>
        );
      })}
    </ul>
  );
}

/** Renders "1 h · €120 · deposit €30". */
export function TypeDetails({ type, currency }: { type: BookableType; currency: string }) {
  const { t } = useTranslation('booking');
  const format = useFormat({ currency });
  const deposit = priceText(type.deposit, format);
  const facts = [
    format.duration(type.duration, false),
    priceText(type.price, format),
    deposit && t('types.deposit', { amount: deposit }),
  ];
  return <p data-figures>{facts.filter(Boolean).join(' · ')}</p>;
}

interface BookableTypesProps {
  site: StudioSite;
  slug: string;
  api: PublicApi;
}

/** Lists the bookable session types on the studio page, each as a link to its free times. */
export function BookableTypes({ site, slug, api: calls }: BookableTypesProps) {
  const { t } = useTranslation('booking');
  const api = useMemo(() => createBookingApi(calls, slug), [calls, slug]);
  const { data, failure } = useRequest(useCallback(() => api.types(), [api]));
  if (data && data.types.length > 0) {
    const { studio, types, currency } = data;
    return <TypeList {...{ site, studio, types, currency }} heading="h3" link="a" />;
  }
  if (!data && failure === null) return <Skeleton className="h-24 w-full" />;
  // Show the link even if the request failed: the booking page reports the error.
  return (
    <div>
      <a href={bookHref(site)} className={buttonClass({ variant: 'primary' })}>
        {t('section.go')}
      </a>
    </div>
  );
}
