import { MAX_LIST_PEOPLE, type SelectionRules, selectionRules } from '#core/domain/proofing.ts';
import { endOfDay, localDate } from '#core/domain/time.ts';
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

export type SelectionField = 'name' | 'min' | 'max' | 'included' | 'price' | 'people';
/** Key of the text that says what is wrong. */
export type SelectionError = 'name' | 'count' | 'aboveMax' | 'price' | 'people';

interface ReadSelection {
  /** Null while a field is wrong. */
  rules: SelectionRules | null;
  wrong: Partial<Record<SelectionField, SelectionError>>;
}

/** Returns the rules of a form, and the wrong fields. */
export function readSelection(values: SelectionValues, zone: string): ReadSelection {
  const count = (typed: string) => (typed.trim() === '' ? null : Number(typed));
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
  const wrong: ReadSelection['wrong'] = {};
  const { shape } = selectionRules;
  if (!shape.name.safeParse(rules.name).success) wrong.name = 'name';
  if (!shape.maxCount.safeParse(maxCount).success) wrong.max = 'count';
  const isAboveMax = (value: number | null) => value !== null && maxCount !== null && value > maxCount;
  if (!shape.minCount.safeParse(minCount).success) wrong.min = 'count';
  else if (!wrong.max && isAboveMax(minCount)) wrong.min = 'aboveMax';
  if (!shape.includedCount.safeParse(includedCount).success) wrong.included = 'count';
  else if (!wrong.max && isAboveMax(includedCount)) wrong.included = 'aboveMax';
  if (!shape.extraPrice.safeParse(rules.extraPrice).success) wrong.price = 'price';
  const chosen = values.personIds.length;
  if (!values.everyone && (chosen === 0 || chosen > MAX_LIST_PEOPLE)) wrong.people = 'people';
  const read = selectionRules.safeParse(rules);
  return { rules: read.data ?? null, wrong };
}
