import { useTranslation } from 'react-i18next';
import { CopyField } from '#web/components/ui/copy-field.tsx';
import { CodeForm } from '../code-form.tsx';
import type { Enrollment } from './use-enrolment.ts';

interface FactorKeyProps {
  enrolment: Enrollment;
  onCode: (code: string) => Promise<string | null>;
  onCancel: () => void;
}

/** The key of a new device: to be scanned, or typed where there is no camera; and the code that proves it arrived. */
export function FactorKey({ enrolment, onCode, onCancel }: FactorKeyProps) {
  const { t } = useTranslation('security');
  return (
    <>
      <p className="measure">{t('factors.scan')}</p>
      {/* Light in the dark theme too, with a margin of its own: scanners want dark on light. */}
      <div data-theme="light" className="self-start rounded-control border border-line bg-raised p-4">
        <img src={enrolment.qrCode} alt={t('factors.qr')} width={184} height={184} className="size-46" />
      </div>
      <CopyField label={t('factors.secret')} value={enrolment.secret} />
      <CodeForm label={t('factors.codeLabel')} act={t('factors.turnOn')} onCode={onCode} onCancel={onCancel} />
    </>
  );
}
