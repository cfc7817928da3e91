import { z } from 'zod';
import { MAX_LIST_PEOPLE, selectionRules } from '#core/domain/galleries/proofing.ts';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import type { Amount } from '#web/lib/forms/amount.ts';
import type { ListRow } from '../types.ts';

/** Values of the selection's form: numbers and days as typed. */
export interface SelectionValues {
  name: string;
  min: string;
  max: string;
  included: string;
  price: Amount;
  /** A day in the studio's zone; empty for none. */
  due: string;
  late: boolean;
  /** True for everybody who is invited. */
  everyone: boolean;
  personIds: string[];
}

/** Values of a new selection. */
export const newSelection = (name: string): SelectionValues => ({
  name,
  min: '',
  max: '30',
  included: '',
  price: null,
  due: '',
  late: false,
  everyone: true,
  personIds: [],
});

export function toSelectionValues(list: ListRow, price: number | null, zone: string): SelectionValues {
  const text = (value: number | null) => (value === null ? '' : String(value));
  return {
    name: list.name,
    min: text(list.minCount),
    max: text(list.maxCount),
    included: text(list.includedCount),
    price,
    due: list.dueAt === null ? '' : localDate(list.dueAt, zone),
    late: list.allowAfterDue,
    everyone: list.forEveryone,
    personIds: list.people.map(({ personId }) => personId).toSorted(),
  };
}

/** Key of the text that says what is wrong: the message of an issue. */
export type SelectionError = 'name' | 'count' | 'aboveMax' | 'price' | 'people';

const count = (typed: string) => (typed.trim() === '' ? null : Number(typed));

/**
 * Reads the form for the mutators.
 * @param zone the studio's zone
 */
export const selectionForm = (zone: string) =>
  z
    .custom<SelectionValues>()
    .transform((values, context) => {
      const [minCount, maxCount, includedCount] = [count(values.min), count(values.max), count(values.included)];
      const rules = {
        name: values.name,
        minCount,
        maxCount,
        includedCount,
        // Without included photos every photo is, and none has a price.
        extraPrice: includedCount === null ? null : values.price,
        dueAt: values.due === '' ? null : endOfDay(values.due, zone),
        allowAfterDue: values.late,
        personIds: values.everyone ? null : values.personIds,
      };
      const refuse = (field: keyof SelectionValues, message: SelectionError) =>
        context.addIssue({ code: 'custom', path: [field], message });
      const { shape } = selectionRules;
      const isMaxRight = shape.maxCount.safeParse(maxCount).success;
      if (!shape.name.safeParse(rules.name).success) refuse('name', 'name');
      if (!isMaxRight) refuse('max', 'count');
      const isAboveMax = (value: number | null) =>
        isMaxRight && value !== null && maxCount !== null && value > maxCount;
      if (!shape.minCount.safeParse(minCount).success) refuse('min', 'count');
      else if (isAboveMax(minCount)) refuse('min', 'aboveMax');
      if (!shape.includedCount.safeParse(includedCount).success) refuse('included', 'count');
      else if (isAboveMax(includedCount)) refuse('included', 'aboveMax');
      if (!shape.extraPrice.safeParse(rules.extraPrice).success) refuse('price', 'price');
      const chosen = values.personIds.length;
      if (!values.everyone && (chosen === 0 || chosen > MAX_LIST_PEOPLE)) refuse('personIds', 'people');
      return rules;
    })
    .pipe(selectionRules);
