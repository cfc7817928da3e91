import { z } from 'zod';
import { proposalChanges } from '#core/domain/payments/proposals.ts';
import { localDate } from '#core/domain/values/time.ts';
import type { Amount } from '#web/lib/forms/amount.ts';
import { dateInput, instantAt, readDateInput } from '#web/lib/format/wall-clock.ts';
import { type PlanPartValues, readPlan, toPlanValues } from './plan-values.ts';
import type { ProposalRow } from './types.ts';

export const DISCOUNTS = ['none', 'amount', 'percent'] as const;

/** Values of a proposal's form. */
export interface ProposalValues {
  title: string;
  message: string;
  /** Empty without a type. */
  typeId: string;
  /** `2026-11-21T10:00` in the studio's zone; empty: no session is booked. */
  date: string;
  /** Minutes. */
  duration: string;
  photographerId: string;
  location: string;
  holdsSlot: boolean;
  discount: (typeof DISCOUNTS)[number];
  discountAmount: Amount;
  discountPercent: string;
  plan: readonly PlanPartValues[];
  contractTemplateId: string;
  /** `2026-11-21`, until whose end it is valid. */
  validDay: string;
}

/** Stored fields that a form sets. */
export type ProposalChanges = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
type Fields = z.infer<typeof proposalChanges>;

/** Returns the stored fields of a proposal as values of the form. @param zone the studio's zone */
export function toValues(row: ProposalRow, zone: string): ProposalValues {
  const { title, message, date, duration, location, holdsSlot, discountAmount, discountPercent, validUntil } = row;
  return {
    title,
    message,
    typeId: row.sessionTypeId ?? '',
    date: date === null ? '' : dateInput(date, zone),
    duration: String(duration),
    photographerId: row.photographerId ?? '',
    location,
    holdsSlot,
    discount: discountPercent > 0 ? 'percent' : discountAmount > 0 ? 'amount' : 'none',
    discountAmount: discountAmount || null,
    discountPercent: discountPercent > 0 ? String(discountPercent) : '',
    plan: toPlanValues(row.plan, zone),
    contractTemplateId: row.contractTemplateId ?? '',
    validDay: validUntil === null ? '' : localDate(validUntil, zone),
  };
}

/** Stored fields of each value, so that only what was edited is saved. */
const STORED: Readonly<Record<keyof ProposalValues, readonly (keyof ProposalChanges)[]>> = {
  title: ['title'],
  message: ['message'],
  typeId: ['sessionTypeId'],
  date: ['date'],
  duration: ['duration'],
  photographerId: ['photographerId'],
  location: ['location'],
  holdsSlot: ['holdsSlot'],
  discount: ['discountAmount', 'discountPercent'],
  discountAmount: ['discountAmount', 'discountPercent'],
  discountPercent: ['discountAmount', 'discountPercent'],
  plan: ['plan'],
  contractTemplateId: ['contractTemplateId'],
  validDay: ['validUntil'],
};

/** Returns the stored fields of edited values. */
export function changedFields(read: Required<ProposalChanges>, edited: Partial<ProposalValues>): ProposalChanges {
  const names = new Set((Object.keys(edited) as (keyof ProposalValues)[]).flatMap((name) => STORED[name]));
  return Object.fromEntries([...names].map((name) => [name, read[name]])) as ProposalChanges;
}

const FIELD_OF: Readonly<Partial<Record<keyof ProposalChanges, keyof ProposalValues>>> = {
  sessionTypeId: 'typeId',
  validUntil: 'validDay',
};

/** Reads a proposal's form. The message of a wrong plan is its fault. @param zone the studio's zone */
export const proposalForm = (zone: string) =>
  z.custom<ProposalValues>().transform((values, context): Required<ProposalChanges> => {
    const plan = readPlan(values.plan, zone);
    if ('fault' in plan) context.addIssue({ code: 'custom', path: ['plan'], message: plan.fault });
    const date = values.date === '' ? null : readDateInput(values.date, zone);
    if (values.date !== '' && date === null) context.addIssue({ code: 'custom', path: ['date'], message: 'date' });
    const isAmount = values.discount === 'amount';
    const percent = Number(values.discountPercent);
    const read = {
      title: values.title,
      message: values.message,
      photographerId: values.photographerId || null,
      sessionTypeId: values.typeId || null,
      date,
      duration: values.duration.trim() === '' ? Number.NaN : Number(values.duration),
      location: values.location,
      holdsSlot: values.holdsSlot,
      discountAmount: isAmount ? (values.discountAmount ?? 0) : 0,
      discountPercent: values.discount === 'percent' ? (values.discountPercent.trim() === '' ? 0 : percent) : 0,
      plan: 'plan' in plan ? plan.plan : [],
      contractTemplateId: values.contractTemplateId || null,
      validUntil: values.validDay === '' ? null : instantAt(values.validDay, 24 * 60, zone) - 1,
    };
    const checked = proposalChanges.required().safeParse(read);
    if (checked.success) return checked.data as Required<ProposalChanges>;
    for (const { path, message } of checked.error.issues) {
      const name = path[0] as keyof ProposalChanges;
      context.addIssue({ code: 'custom', path: [FIELD_OF[name] ?? name], message });
    }
    return z.NEVER;
  });
