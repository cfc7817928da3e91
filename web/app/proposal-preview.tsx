import { useQuery } from '@rocicorp/zero/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { PublicProposal } from '#core/api/proposals.ts';
import { fillContract } from '#core/domain/contracts/contract-text.ts';
import { contractValues } from '#core/domain/contracts/contract-values.ts';
import { priceLines, sortLines } from '#core/domain/payments/proposal-prices.ts';
import { planInstalments } from '#core/domain/payments/proposals.ts';
import { sessionEnd } from '#core/domain/sessions/sessions.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { queries } from '#core/zero/queries.ts';
import { readBookingRules } from '#core/domain/sessions/booking.ts';
import { PreviewPane } from '#web/features/branding/preview-pane.tsx';
import { useStudioFacts } from '#web/features/documents/session-facts.ts';
import type { ProposalPreviewProps } from '#web/features/proposals/preview-props.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { publicStudio } from '#web/lib/accounts/public-studio.ts';
import { importTwice } from '#web/lib/browser/outdated-page.ts';

const Preview = lazy(async () => {
  const { ProposalPreview: component } = await importTwice(
    () => import('#web/features/public/proposal/proposal-preview.tsx'),
  );
  return { default: component };
});

/** Draws a proposal's page as its client sees it, with fields that are not saved yet. */
export function ProposalPreview({ proposal: stored, changes }: ProposalPreviewProps) {
  const account = useAccount();
  const facts = useStudioFacts();
  const [settings] = useQuery(queries.accounts.settings());
  const [templates] = useQuery(queries.contracts.templates());
  const [products] = useQuery(queries.products.list());
  const [types] = useQuery(queries.sessionTypes.list());
  const [now] = useState(Date.now);
  const { studio } = publicStudio(account, settings);
  const proposal = useMemo(() => ({ ...stored, ...changes }), [stored, changes]);
  const { id, title, message, date, duration, location, plan, validUntil, customer, lead } = proposal;
  const language = customer?.language ?? account.language;
  const type = types.find((one) => one.id === proposal.sessionTypeId);
  const typeName = type ? textsIn(type, language).name : '';
  // As the page begins, but for groups: the first line of each shows a total.
  const lines = sortLines(proposal.lines);
  const firsts = new Set(
    lines.filter(({ choice, groupName }, index) => {
      const isFirst = lines.findIndex((one) => one.choice === 'one_of' && one.groupName === groupName) === index;
      return choice === 'one_of' && isFirst;
    }),
  );
  const chosen = lines.filter((line) => line.choice === 'fixed' || line.isChosen || firsts.has(line));
  const { total } = priceLines(chosen, proposal);
  const instalments = planInstalments(plan, total, { acceptedAt: now, date, zone: account.timeZone });
  const shown: PublicProposal = {
    id,
    state: 'proposed',
    title,
    message,
    clientName: customer?.name ?? lead?.name ?? '',
    currency: account.currency,
    lines: lines.map((line) => ({
      ...line,
      withdrawal: products.find((one) => one.id === line.productId)?.withdrawal ?? null,
    })),
    discountAmount: proposal.discountAmount,
    discountPercent: proposal.discountPercent,
    plan: [...plan],
    validUntil: validUntil ?? now,
    session:
      date === null
        ? null
        : {
            type: typeName,
            start: date,
            end: sessionEnd({ date, duration }),
            place: location,
            isFree: true,
            cancellation: null,
          },
    offersDated: readBookingRules(settings.find(({ key }) => key === 'booking')?.value).withdrawable,
    hasContract: proposal.contractTemplateId !== null,
    canAccept: true,
    accepted: null,
  };
  const template = templates.find((one) => one.id === proposal.contractTemplateId);
  const text =
    template && [language, account.language, ...LANGUAGES].map((one) => template.texts[one]).find((one) => one?.body);
  const contract =
    text &&
    fillContract(
      { ...text, language },
      contractValues(
        {
          ...facts,
          client: customer?.name ?? lead?.name ?? '',
          clientAddress: customer?.address ?? '',
          clientTaxId: customer?.taxId ?? '',
          type: typeName,
          date: date ?? now,
          duration,
          savedLocation: null,
          location,
          price: total,
          deposit: instalments.length > 1 ? instalments[0]!.amount : 0,
          sentAt: now,
        },
        language,
      ),
    );
  return (
    <PreviewPane theme={studio.theme}>
      <Suspense>
        <Preview
          studio={studio}
          proposal={shown}
          chosen={chosen.filter(({ choice }) => choice !== 'fixed').map((line) => line.id)}
          instalments={instalments}
          contract={contract ?? null}
        />
      </Suspense>
    </PreviewPane>
  );
}
