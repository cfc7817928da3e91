import type { Factor } from '@supabase/auth-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { authErrorCode } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { CodeForm } from './code-form.tsx';
import { type AuthAction, useAuthErrorText } from './security-errors.ts';

/** A new device that has not verified a code yet. */
interface Enrollment {
  id: string;
  /** SVG as a data URL. */
  qrCode: string;
  /** Secret of the QR code as text. */
  secret: string;
}

/**
 * Enrolls a new device. Removes unfinished enrollments before the next one starts and when the screen is left.
 * @returns `begin` and `verify` resolve to null on success, otherwise to an error code
 */
function useEnrollment(factors: readonly Factor[], run: (action: AuthAction) => Promise<string | null>) {
  const { client } = useAuth();
  const [enrolment, setEnrolment] = useState<Enrollment | null>(null);
  const unfinished = useRef<string | null>(null);

  useEffect(
    () => () => {
      if (unfinished.current) void client.mfa.unenroll({ factorId: unfinished.current });
    },
    [client],
  );

  const begin = async (friendlyName: string) => {
    for (const { id, status } of factors) if (status === 'unverified') await client.mfa.unenroll({ factorId: id });
    return run(async () => {
      const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
      if (error) return authErrorCode(error);
      unfinished.current = data.id;
      setEnrolment({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret });
      return null;
    });
  };
  const verify = async (code: string) => {
    const { error } = await client.mfa.challengeAndVerify({ factorId: enrolment?.id ?? '', code });
    if (error) return authErrorCode(error);
    unfinished.current = null;
    return null;
  };
  return { enrolment, begin, verify };
}

interface FactorKeyProps {
  enrolment: Enrollment;
  onCode: (code: string) => Promise<string | null>;
  onCancel: () => void;
}

/** Shows the key of a new device as a QR code and as text, and asks for its first code. */
function FactorKey({ enrolment, onCode, onCancel }: FactorKeyProps) {
  const { t } = useTranslation('security');
  return (
    <>
      <p className="measure">{t('factors.scan')}</p>
      {/* Keep the QR code light in the dark theme and give it a margin: scanners need dark on light. */}
      <div data-theme="light" className="self-start rounded-control border border-line bg-raised p-4">
        <img src={enrolment.qrCode} alt={t('factors.qr')} width={184} height={184} className="size-46" />
      </div>
      <CopyField label={t('factors.secret')} value={enrolment.secret} />
      <CodeForm label={t('factors.codeLabel')} submitLabel={t('factors.turnOn')} onCode={onCode} onCancel={onCancel} />
    </>
  );
}

/** Maximum length of a name at the auth service. */
const NAME_AT_MOST = 60;

interface EnrollFactorProps {
  factors: readonly Factor[];
  run: (action: AuthAction) => Promise<string | null>;
  onDone: () => void;
  onCancel: () => void;
}

/** Adds a device: first its name, then its key and the first code. */
export function EnrollFactor({ factors, run, onDone, onCancel }: EnrollFactorProps) {
  const { t } = useTranslation(['security', 'common']);
  const toast = useToast();
  const problem = useAuthErrorText();
  const { enrolment, begin, verify } = useEnrollment(factors, run);
  const isFirst = !factors.some(({ status }) => status === 'verified');
  const [name, setName] = useState(isFirst ? t('factors.nameStart') : '');
  const [failure, setFailure] = useState<string>();
  const [beginning, setBeginning] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setFailure(t('factors.nameNeeded'));
    setBeginning(true);
    setFailure(undefined);
    const refusal = await begin(name.trim());
    setBeginning(false);
    if (refusal) setFailure(problem(refusal));
  };
  const tryCode = async (code: string) => {
    const refusal = await verify(code);
    if (refusal) return refusal;
    if (isFirst) toast({ title: t('factors.done'), detail: t('factors.doneText') });
    else toast({ title: t('factors.addedToast', { name: name.trim() }) });
    onDone();
    return null;
  };
  return (
    <div className="flex flex-col gap-5 border-l-2 border-line pl-4">
      {enrolment ? (
        <FactorKey key={enrolment.id} enrolment={enrolment} onCode={tryCode} onCancel={onCancel} />
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          <Field label={t('factors.name')} required hint={t('factors.nameHint')} error={failure}>
            <TextInput
              // Focus the field: the user has just requested it, and the button they pressed is gone.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              autoComplete="off"
              maxLength={NAME_AT_MOST}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" loading={beginning}>
              {t('factors.continue')}
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
