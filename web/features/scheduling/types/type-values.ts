import type { z } from 'zod';
import { SESSION_TYPE_COLORS, sessionTypeForm } from '#core/domain/sessions/session-types.ts';
import { readTranslations } from '#core/domain/values/primitives.ts';
import type { Translations } from '#core/domain/values/translations.ts';
import { type Amount, priceForm } from '#web/lib/forms/amount.ts';
import { typedChoice, typedNumber } from '#web/lib/forms/typed.ts';
import type { SessionTypeRow } from '../types.ts';

/** Values of the session type form. */
export interface TypeValues {
  name: string;
  description: string;
  translations: Translations;
  duration: string;
  maxClients: string;
  color: string;
  /** Empty: no fixed photographer. */
  photographerId: string;
  price: Amount;
  deposit: Amount;
  isBookable: boolean;
  requiresApproval: boolean;
  asksSecondPerson: boolean;
  /** Empty: none. */
  contractTemplateId: string;
  questionnaireTemplateId: string;
}

export function emptyType(present: number): TypeValues {
  return {
    name: '',
    description: '',
    translations: {},
    duration: '60',
    maxClients: '1',
    color: SESSION_TYPE_COLORS[present % SESSION_TYPE_COLORS.length]!,
    photographerId: '',
    price: null,
    deposit: null,
    isBookable: false,
    requiresApproval: false,
    asksSecondPerson: false,
    contractTemplateId: '',
    questionnaireTemplateId: '',
  };
}

export function toTypeValues(type: SessionTypeRow): TypeValues {
  return {
    name: type.name,
    description: type.description,
    translations: readTranslations(type.settings),
    duration: String(type.duration),
    maxClients: String(type.maxClients),
    color: type.color,
    photographerId: type.photographerId ?? '',
    price: type.price?.price ?? null,
    deposit: type.price?.deposit ?? null,
    isBookable: type.isBookable,
    requiresApproval: type.requiresApproval,
    asksSecondPerson: type.asksSecondPerson,
    contractTemplateId: type.contractTemplateId ?? '',
    questionnaireTemplateId: type.questionnaireTemplateId ?? '',
  };
}

const { shape } = sessionTypeForm;

/** Reads the form for the mutators: the details, and the price that is set by another one. */
export const typeForm = priceForm
  .safeExtend({
    ...shape,
    duration: typedNumber.pipe(shape.duration),
    maxClients: typedNumber.pipe(shape.maxClients),
    photographerId: typedChoice.pipe(shape.photographerId),
    contractTemplateId: typedChoice.pipe(shape.contractTemplateId),
    questionnaireTemplateId: typedChoice.pipe(shape.questionnaireTemplateId),
  })
  .transform(({ price, deposit, ...details }) => ({ details, price: price === null ? null : { price, deposit } }));
export type ReadType = z.infer<typeof typeForm>;
