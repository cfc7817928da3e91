import { PHOTOGRAPHERS, now, update, type MutationCase } from './back-office-case.ts';
import { newId } from './rows.ts';

const START = Date.UTC(2031, 0, 6);
const planned = (sessionTypeId: string) => ({
  id: newId(),
  sessionTypeId,
  name: 'Winter',
  startDate: START,
  daysOfWeek: [1, 6],
  timeSlots: [{ start: '09:00', end: '13:00' }],
  now,
});
const location = () => ({ id: newId(), name: 'Old lighthouse', address: 'Far del Llobregat', now });
const onlyId = (id: string) => ({ id, now });

const writing = { may: PHOTOGRAPHERS, needs: ['scheduling.write'], stranger: 'not_found' } as const;
/** Every allowed caller creates a row of their own. */
const making = { ...writing, stranger: 'done' } as const;

const stepOf = (id: string) => ({
  id,
  timing: { anchor: 'shoot', offsetUnit: 'days', offsetAmount: -1, timeOfDay: 600 },
  content: { kind: 'checklist', settings: { text: 'Pack the flash' } },
});

const asking = (templateId: string) => ({
  ...stepOf(newId()),
  content: { kind: 'questionnaire', settings: { templateId } },
});

/** Mutators of session types, their plans and automations, and locations. */
export const SCHEDULING_CASES: Readonly<Record<string, MutationCase>> = {
  'sessionTypes.create': { ...making, args: () => ({ id: newId(), name: 'Newborn', duration: 120, now }) },
  'sessionTypes.update': {
    ...writing,
    args: ({ sessionTypeId }) => update(sessionTypeId, { name: 'Portraits', maxClients: 4 }),
    mixed: (own, foreign) => [
      update(own.sessionTypeId, { contractTemplateId: foreign.contractTemplateId }),
      update(own.sessionTypeId, { questionnaireTemplateId: foreign.questionnaireTemplateId }),
    ],
  },
  'sessionTypes.archive': { ...writing, args: ({ sessionTypeId }) => onlyId(sessionTypeId) },
  'sessionTypes.unarchive': { ...writing, args: ({ archivedTypeId }) => onlyId(archivedTypeId) },
  'sessionTypes.removePicture': { ...writing, args: ({ sessionTypeId }) => onlyId(sessionTypeId) },
  'sessionTypes.remove': { ...writing, args: ({ archivedTypeId }) => onlyId(archivedTypeId) },
  'sessionTypes.setPrice': {
    ...writing,
    args: ({ sessionTypeId }) => ({ id: sessionTypeId, price: 15_000, deposit: 5_000, now }),
    needs: ['money.write'],
  },
  'plans.create': {
    ...writing,
    args: ({ sessionTypeId }) => planned(sessionTypeId),
    mixed: (own, foreign) => [
      planned(foreign.sessionTypeId),
      { ...planned(own.sessionTypeId), locationId: foreign.locationId },
    ],
  },
  'plans.update': {
    ...writing,
    args: ({ planId }) => update(planId, { bufferTime: 15, daysOfWeek: [2] }),
    mixed: (own, foreign) => [
      update(own.planId, { sessionTypeId: foreign.sessionTypeId }),
      update(own.planId, { locationId: foreign.locationId }),
    ],
  },
  'automations.add': {
    ...writing,
    args: ({ sessionTypeId }) => ({ sessionTypeId, steps: [stepOf(newId())], now }),
    mixed: (own, foreign) => [
      { sessionTypeId: own.sessionTypeId, steps: [asking(foreign.questionnaireTemplateId)], now },
    ],
  },
  'automations.update': {
    ...writing,
    args: ({ stepId }) => ({ id: stepId, content: stepOf(stepId).content, now }),
  },
  'automations.reorder': {
    ...writing,
    args: ({ sessionTypeId, stepId, skippedStepId }) => ({ sessionTypeId, stepIds: [skippedStepId, stepId], now }),
    mixed: (own, foreign) => [{ sessionTypeId: own.sessionTypeId, stepIds: [own.stepId, foreign.stepId], now }],
  },
  'automations.remove': { ...writing, args: ({ stepId }) => onlyId(stepId) },
  'automations.restore': { ...writing, args: ({ removedStepId }) => onlyId(removedStepId) },
  'automations.pauseType': { ...writing, args: ({ sessionTypeId }) => ({ sessionTypeId, paused: true, now }) },
  'plans.setActive': { ...writing, args: ({ planId }) => ({ id: planId, isActive: false, now }) },
  'plans.remove': { ...writing, args: ({ planId }) => onlyId(planId) },
  'locations.create': { ...making, args: location },
  'locations.update': { ...writing, args: ({ locationId }) => update(locationId, { name: 'Beach by the harbour' }) },
  'locations.remove': { ...writing, args: ({ locationId }) => onlyId(locationId) },
  'locations.restore': { ...making, args: location },
};
