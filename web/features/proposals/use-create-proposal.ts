import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { inquiryStart } from '#core/domain/clients/leads.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { localDate } from '#core/domain/values/time.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { instantAt } from '#web/lib/format/wall-clock.ts';
import { newId } from '#web/lib/ids.ts';
import { proposalHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

/** Whom a proposal is for, and what is known of the session. */
export interface ProposalFor {
  customerId?: string;
  leadId?: string;
  name?: string;
  /** What a lead has asked for. */
  wish?: { preferredDate: string; sessionTypeId: string | null };
}

/** Days that a new proposal is valid. */
const VALID_DAYS = 14;

/** Returns the end of the day until which a new proposal is valid: before its session. */
export function usualValidity(now: number, date: number | null, zone: string): number {
  const usual = now + VALID_DAYS * DAY_MS;
  const last = date === null ? usual : Math.min(usual, date - DAY_MS);
  return instantAt(localDate(Math.max(now, last), zone), 24 * 60, zone) - 1;
}

interface CopiedProposal {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly { readonly id: string }[];
}

/** Returns functions that make a proposal or a template and open it. Nothing that a lead wrote has to be typed again. */
export function useCreateProposal() {
  const { t } = useTranslation('proposals');
  const { timeZone: zone } = useAccount();
  const navigate = useNavigate();
  const mutate = useMutation();
  const [types] = useQuery(queries.sessionTypes.list());
  const open = (id: string) => navigate(proposalHref(id));
  const begin = async (id: string, { wish }: ProposalFor) => {
    const now = Date.now();
    const type = types.find((one) => one.id === wish?.sessionTypeId && one.archivedAt === null);
    const date = wish?.preferredDate ? inquiryStart(wish.preferredDate, now, zone) : null;
    const changes = {
      validUntil: usualValidity(now, date, zone),
      ...(date !== null && { date }),
      ...(type && { sessionTypeId: type.id, duration: type.duration }),
    };
    await mutate(mutators.proposals.update({ id, changes, now }));
    await open(id);
  };
  const recipient = ({ customerId, leadId }: ProposalFor) => ({
    ...(customerId !== undefined && { customerId }),
    ...(leadId !== undefined && { leadId }),
  });
  const copyOf = (from: CopiedProposal, id: string) => ({
    id,
    fromId: from.id,
    lines: from.lines.map((line) => ({ from: line.id, id: newId() })),
  });
  return {
    /** A blank proposal. */
    create: async (to: ProposalFor) => {
      const id = newId();
      const title = to.name ? t('newTitle', { name: to.name }).slice(0, 200) : t('untitled');
      const args = { id, title, isTemplate: false, ...recipient(to) };
      if (await mutate(mutators.proposals.create({ ...args, now: Date.now() }))) await begin(id, to);
    },
    /** A proposal with the content of a template, or of another proposal. */
    copy: async (from: CopiedProposal, to: ProposalFor) => {
      const id = newId();
      const args = { ...copyOf(from, id), isTemplate: false, ...recipient(to) };
      if (await mutate(mutators.proposals.copy({ ...args, now: Date.now() }))) await begin(id, to);
    },
    createTemplate: async () => {
      const id = newId();
      const args = { id, title: t('templates.untitled'), isTemplate: true };
      if (await mutate(mutators.proposals.create({ ...args, now: Date.now() }))) await open(id);
    },
    saveAsTemplate: async (from: CopiedProposal) => {
      const id = newId();
      const request = mutators.proposals.copy({ ...copyOf(from, id), isTemplate: true, now: Date.now() });
      const action = { label: t('templates.open'), onSelect: () => void open(id) };
      await mutate(request, { done: t('templates.saved', { title: from.title }), action });
    },
  };
}
