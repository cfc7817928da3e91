import { expect, test } from 'vitest';
import { type FormState, savingState } from './saving-state.ts';

const clean: FormState = { isClean: true, isSaving: false, isWrong: false };
const edited: FormState = { ...clean, isClean: false };

test.each([
  ['saved', [], true],
  ['saved', [clean, clean], true],
  ['unsaved', [clean, edited], true],
  // Optimistic: the record has the values before the server does.
  ['saving', [clean, { ...clean, isSaving: true }], true],
  ['saving', [edited, { ...clean, isSaving: true }], true],
  ['wrong', [clean, { ...edited, isWrong: true }], true],
  ['waiting', [edited], false],
  ['waiting', [{ ...clean, isSaving: true }], false],
  ['saved', [clean], false],
] as const)('says %s of %j (writable: %j)', (state, forms, isWritable) => {
  expect(savingState(forms, isWritable)).toBe(state);
});
