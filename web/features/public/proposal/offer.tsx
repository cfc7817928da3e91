import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicProposal, PublicProposalLine } from '#core/api/proposals.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { planParts } from '#core/domain/payments/proposal-prices.ts';
import { proposalRights } from '#core/domain/payments/withdrawal-terms.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { formatLongDate, formatTimeRange } from '#core/domain/values/format.ts';
import { useHydrated } from '#web/lib/browser/use-hydrated.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import type { Format } from '#web/lib/format/format.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { NeedsScript } from '../booking/needs-script.tsx';
import { DefinitionList } from '../booking/step-page.tsx';
import { SlotText } from '../booking/times/next-slots.tsx';
import type { TimeZones } from '../booking/times/time-zones.ts';
import { ContactList } from '../shell/contact-list.tsx';
import { WithdrawalTerms } from '../shell/order-lines.tsx';
import { Portrait, StudioBand } from '../shell/studio-photo.tsx';
import { type ChoiceSection, chooseLine, openGroup, priceChoice, sectionsOf } from './choices.ts';

interface OfferProps {
  studio: PublicStudio;
  proposal: PublicProposal;
  zones: TimeZones;
  chosen: readonly string[];
  /** Name of a group of which nothing was chosen when the client went on, empty for the add-ons; null for none. */
  missing: string | null;
  /** The studio has changed the proposal since it was opened. */
  isChanged: boolean;
  onChoose: (chosen: string[]) => void;
  /** The link to decline it. */
  children?: ReactNode;
}

/** What a studio offers: its message, what is included, what can be chosen, and the total at the window's edge. */
export function Offer({ studio, proposal, zones, chosen, missing, isChanged, onChoose, ...props }: OfferProps) {
  const { t } = useTranslation('proposal');
  const { title, message, lines, session, validUntil, currency, canAccept, plan } = proposal;
  const format = useFormat({ currency, zone: studio.timeZone });
  const isOpen = openGroup(lines, chosen) !== null;
  const isTaken = session?.isFree === false;
  const { subtotal, discount, total } = priceChoice(proposal, chosen);
  // Of all that can be chosen: the page tells it also without a script.
  const all = priceChoice(
    proposal,
    lines.map(({ id }) => id),
  );
  const rights = proposalRights(all.lines, { isDated: session !== null, offersDated: proposal.offersDated });
  const parts = planParts(plan, total);
  return (
    <>
      {isChanged && <Banner tone="warning">{t('changed')}</Banner>}
      {isTaken && (
        <Banner tone="danger" title={t('taken.title')}>
          {t('taken.text', { studio: studio.name })}
        </Banner>
      )}
      <StudioBand studio={studio} />
      {message && (
        <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
          <Portrait studio={studio} />
          <p className="measure min-w-0 flex-1 basis-64 text-lead wrap-anywhere whitespace-pre-line">{message}</p>
        </div>
      )}
      <DefinitionList
        rows={[
          [t('facts.what'), session?.type],
          [t('facts.when'), session && <When key="when" session={session} zones={zones} />],
          [t('facts.where'), session?.place],
          [t('facts.validUntil'), format.day(validUntil)],
        ]}
      />
      <NeedsScript studio={studio} />
      <div className="flex flex-col gap-8">
        {sectionsOf(lines).map((section) => (
          <Section
            key={`${section.choice} ${section.name}`}
            section={section}
            chosen={chosen}
            isMissing={section.choice !== 'fixed' && section.name === missing}
            format={format}
            onChoose={(line) => onChoose(chooseLine(lines, chosen, line))}
          />
        ))}
      </div>
      {discount > 0 && (
        <DefinitionList
          rows={[
            [t('subtotal'), <Figure key="subtotal">{format.money(subtotal)}</Figure>],
            [t('discount'), <Figure key="discount">{`−${format.money(discount)}`}</Figure>],
            [t('total'), <Figure key="total">{format.money(total)}</Figure>],
          ]}
        />
      )}
      <WithdrawalTerms rights={rights} studio={studio.name} />
      {(!canAccept || isTaken) && (
        <>
          {!isTaken && <p className="measure text-soft">{t('readOnly')}</p>}
          <ContactList studio={studio} subject={t('subject', { title })} orReply />
        </>
      )}
      {canAccept && !isTaken && (
        <>
          {props.children}
          <div className="pb-safe sticky bottom-0 z-10 -mx-5 border-t border-line bg-paper px-5 md:-mx-8 md:px-8 noscript:static">
            <div className="flex min-h-16 items-center justify-between gap-4 py-2.5">
              <output className="flex min-w-0 flex-col">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="text-caption text-soft">{t(isOpen ? 'soFar' : 'total')}</span>
                  <span className="text-lead font-semibold tabular-nums">{format.money(total)}</span>
                </span>
                {parts.length > 1 && !isOpen && (
                  <span className="text-caption text-soft">
                    {t('parts', { count: parts.length, amount: format.money(parts[0]!.amount) })}
                  </span>
                )}
              </output>
              <Button type="submit" variant="primary" className="noscript:hidden">
                {t('continue')}
              </Button>
            </div>
          </div>
        </>
      )}
    </>
  );
}

const Figure = ({ children }: { children: string }) => <span className="tabular-nums">{children}</span>;

interface WhenProps {
  session: NonNullable<PublicProposal['session']>;
  zones: TimeZones;
}

/** The session's time: in the server's markup as all devices show it, then as this one does. */
function When({ session, zones }: WhenProps) {
  const language = useLanguage();
  const isHydrated = useHydrated();
  if (isHydrated) return <SlotText slot={session} zones={zones} />;
  const { start, end } = session;
  return `${formatLongDate(start, language, zones.studio)}, ${formatTimeRange(start, end, language, zones.studio)}`;
}

interface SectionProps {
  section: ChoiceSection;
  chosen: readonly string[];
  /** Nothing of the group was chosen when the client went on. */
  isMissing: boolean;
  format: Format;
  onChoose: (line: PublicProposalLine) => void;
}

function Section({ section, chosen, isMissing, format, onChoose }: SectionProps) {
  const { t } = useTranslation('proposal');
  const id = useId();
  const { choice, name, lines } = section;
  const isGroup = choice === 'one_of';
  const rows = lines.map((line) => <Line key={line.id} {...{ line, chosen, format, onChoose, name: id }} />);
  const listClass = 'flex flex-col divide-y divide-line border-y border-line';
  if (choice === 'fixed') {
    return (
      <section aria-labelledby={id} className="flex flex-col gap-3">
        <h2 id={id} className="text-lead font-semibold">
          {t('sections.fixed')}
        </h2>
        <ul className={listClass}>{rows}</ul>
      </section>
    );
  }
  return (
    <fieldset data-group={name} className="min-w-0" aria-describedby={`${id}-hint`}>
      <legend>
        <h2 className="text-lead font-semibold wrap-anywhere">{isGroup ? name : t('sections.optional')}</h2>
      </legend>
      <p
        id={`${id}-hint`}
        {...(isMissing && { role: 'alert' })}
        className={clsx('pb-3 text-caption', isMissing ? 'text-danger' : 'text-soft')}
      >
        {isGroup
          ? t(isMissing ? 'sections.missing' : 'sections.chooseOne')
          : t(isMissing ? 'sections.nothing' : 'sections.addOns')}
      </p>
      <div className={listClass}>{rows}</div>
    </fieldset>
  );
}

interface LineProps {
  line: PublicProposalLine;
  chosen: readonly string[];
  /** Name of the group's inputs. */
  name: string;
  format: Format;
  onChoose: (line: PublicProposalLine) => void;
}

/** A line with its price; the whole row is the control of one that can be chosen. */
function Line({ line, chosen, name, format, onChoose }: LineProps) {
  const { t } = useTranslation('proposal');
  const { id, title, description, quantity, unitAmount, choice } = line;
  const amount = format.money(quantity * unitAmount);
  const text = (
    <>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="font-medium wrap-anywhere">{title}</span>
        {quantity > 1 && (
          <span className="text-caption text-soft tabular-nums">
            {t('pieces', { quantity, amount: format.money(unitAmount) })}
          </span>
        )}
        {description && (
          <span className="measure text-caption wrap-anywhere whitespace-pre-line text-soft">{description}</span>
        )}
      </span>
      <span className="shrink-0 font-medium tabular-nums">
        {choice === 'optional' ? t('plus', { amount }) : amount}
      </span>
    </>
  );
  if (choice === 'fixed') return <li className="flex items-baseline gap-4 py-4">{text}</li>;
  const isOne = choice === 'one_of';
  return (
    <label className="flex cursor-pointer items-start gap-4 py-4 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <span className="relative mt-0.5 size-6 shrink-0">
        <input
          type={isOne ? 'radio' : 'checkbox'}
          name={isOne ? name : undefined}
          value={id}
          checked={chosen.includes(id)}
          onChange={() => onChoose(line)}
          className={clsx(
            'peer block size-6 cursor-pointer appearance-none border border-edge bg-raised transition-colors checked:border-accent checked:bg-accent focus-visible:outline-none',
            isOne ? 'rounded-full' : 'rounded-[5px]',
          )}
        />
        <Check
          aria-hidden
          className="pointer-events-none absolute inset-1 hidden size-4 text-on-accent peer-checked:block"
          strokeWidth={2.5}
        />
      </span>
      {text}
    </label>
  );
}
