import { describe, expect, it } from 'vitest';
import { bookingForm } from '#core/domain/sessions/booking.ts';
import { Failure } from '../shell/failure.ts';
import { rejectedFields, validateDetails } from './details-form.tsx';

const marta = {
  name: 'Marta Soler',
  email: 'marta@example.org',
  phone: '',
  address: '',
  secondName: '',
  secondEmail: '',
  message: '',
};

describe('validateDetails', () => {
  it('accepts valid details', () => expect(validateDetails(marta)).toEqual({}));

  it.each([
    [{ name: '  ' }, { name: 'missing' }],
    [{ email: '' }, { email: 'missing' }],
    [{ email: 'marta@example' }, { email: 'invalid' }],
    [{ email: 'marta example@x.org' }, { email: 'invalid' }],
    [{ name: 'a'.repeat(121) }, { name: 'long' }],
    [{ phone: '1'.repeat(41) }, { phone: 'long' }],
    [{ phone: 'abc' }, { phone: 'invalid' }],
    [{ phone: '+34 600 000 000 (Anna)' }, {}],
    [{ message: 'a'.repeat(4001) }, { message: 'long' }],
  ])('judges %j', (change, faults) => expect(validateDetails({ ...marta, ...change })).toEqual(faults));

  it('asks for an address where a contract names it', () => {
    expect(validateDetails(marta, { needsAddress: true })).toEqual({ address: 'missing' });
    expect(validateDetails({ ...marta, address: 'Carrer Major 1' }, { needsAddress: true })).toEqual({});
  });

  it('asks for the second person’s name with their address, which is another one', () => {
    const faults = (change: object) => validateDetails({ ...marta, ...change }, { asksSecondPerson: true });
    expect(faults({})).toEqual({});
    expect(faults({ secondName: 'Pau' })).toEqual({});
    expect(faults({ secondName: 'Pau', secondEmail: 'pau@example.org' })).toEqual({});
    expect(faults({ secondEmail: 'pau@example.org' })).toEqual({ secondName: 'missing' });
    expect(faults({ secondName: 'Pau', secondEmail: 'pau@' })).toEqual({ secondEmail: 'invalid' });
    expect(faults({ secondName: 'Pau', secondEmail: 'MARTA@example.org' })).toEqual({ secondEmail: 'invalid' });
    expect(validateDetails({ ...marta, secondEmail: 'x' })).toEqual({});
  });

  it('has the same limits as the schema', () => {
    const accepted = (change: object) => bookingForm.safeParse({ ...marta, language: 'en', ...change }).success;
    expect(accepted({})).toBe(true);
    const limits = { name: 120, phone: 40, address: 1000, secondName: 120, message: 4000 };
    for (const [field, limit] of Object.entries(limits)) {
      expect([accepted({ [field]: '1'.repeat(limit) }), accepted({ [field]: '1'.repeat(limit + 1) })]).toEqual([
        true,
        false,
      ]);
      expect(validateDetails({ ...marta, [field]: '1'.repeat(limit) })).toEqual({});
    }
  });
});

describe('rejectedFields', () => {
  it('maps issues to form fields', () => {
    const issues = [
      { field: 'client.email', code: 'invalid_format' },
      { field: 'hold', code: 'invalid_format' },
    ];
    expect(rejectedFields(new Failure('validation_failed', { issues }))).toEqual({ email: 'invalid' });
  });

  it('returns null for any other failure', () => {
    expect(rejectedFields(new Failure('validation_failed', { issues: [{ field: 'slot', code: 'x' }] }))).toBeNull();
    expect(rejectedFields(new Failure('validation_failed'))).toBeNull();
    expect(rejectedFields(new Failure('network'))).toBeNull();
    expect(rejectedFields(new Error('boom'))).toBeNull();
  });
});
