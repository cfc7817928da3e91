import { SESSION_TYPE_COLORS, sessionTypeForm } from '#core/domain/session-types.ts';
import { type Amount, readPrice } from '#web/lib/forms/amount.ts';
import type { SessionTypeRow } from '../types.ts';

/** Values of the session type form. */
export interface TypeValues {
  name: string;
  description: string;
  duration: string;
  maxClients: string;
  color: string;
  /** Empty: no fixed photographer. */
  photographerId: string;
  price: Amount;
  deposit: Amount;
  isBookable: boolean;
  requiresApproval: boolean;
  /** Empty: none. */
  contractTemplateId: string;
  questionnaireTemplateId: string;
}

export function emptyType(present: number): TypeValues {
  return {
    name: '',
    description: '',
    duration: '60',
    maxClients: '1',
    color: SESSION_TYPE_COLORS[present % SESSION_TYPE_COLORS.length]!,
    photographerId: '',
    price: null,
    deposit: null,
    isBookable: false,
    requiresApproval: false,
    contractTemplateId: '',
    questionnaireTemplateId: '',
  };
}

export function toTypeValues(type: SessionTypeRow): TypeValues {
  return {
    name: type.name,
    description: type.description,
    duration: String(type.duration),
    maxClients: String(type.maxClients),
    color: type.color,
    photographerId: type.photographerId ?? '',
    price: type.price?.price ?? null,
    deposit: type.price?.deposit ?? null,
    isBookable: type.isBookable,
    requiresApproval: type.requiresApproval,
    contractTemplateId: type.contractTemplateId ?? '',
    questionnaireTemplateId: type.questionnaireTemplateId ?? '',
  };
}

export type TypeField = keyof TypeValues;

const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** Converts form values to the mutators' arguments. Returns the invalid fields in `wrong`. */
export function readType(values: TypeValues) {
  const { price, deposit, duration, maxClients, photographerId, ...rest } = values;
  const details = sessionTypeForm.safeParse({
    ...rest,
    duration: numberOf(duration),
    maxClients: numberOf(maxClients),
    photographerId: photographerId || null,
    contractTemplateId: rest.contractTemplateId || null,
    questionnaireTemplateId: rest.questionnaireTemplateId || null,
  });
  const wrong = new Set<TypeField>(details.error?.issues.map(({ path }) => path[0] as TypeField));
  const priced = readPrice(price, deposit);
  for (const field of Object.keys(priced.wrong)) wrong.add(field as keyof typeof priced.wrong);
  return {
    details: wrong.size === 0 ? details.data : undefined,
    price: priced.amounts,
    wrong,
  };
}
