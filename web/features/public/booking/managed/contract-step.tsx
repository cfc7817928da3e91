import { Download, PenLine } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import type { ShownContract } from '#core/api/contracts.ts';
import { countSignatures } from '#core/domain/contracts/signatures.ts';
import { ContractView } from '#web/lib/documents/contract-view.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { isFailure, useFailureText } from '../../shell/failure.ts';
import type { BookingApi } from '../booking-api.ts';
import { NameSignature } from '../name-signature.tsx';
import { DocumentPage } from './document-page.tsx';
import type { StepLayoutProps } from '../step-page.tsx';
import type { TimeZones } from '../times/time-zones.ts';
import { useRequest } from '../../shell/use-request.ts';

interface ContractStepProps extends StepLayoutProps {
  api: BookingApi;
  token: string;
  id: string;
  booking: ManagedBooking;
  zones: TimeZones;
  onSigned: () => Promise<void>;
}

/** A contract: its text, then the signature, or who signed it. */
export function ContractStep({ site, studio, api, token, id, zones, onSigned }: ContractStepProps) {
  const { t } = useTranslation('booking');
  const load = useCallback(() => api.contract(token, id), [api, token, id]);
  const { data, failure, retry } = useRequest(load);
  const [latest, setLatest] = useState<ShownContract | null>(null);
  const contract = latest ?? data;
  const [isChanged, setChanged] = useState(false);
  const renew = async () => {
    setLatest(await api.contract(token, id));
    setChanged(true);
    window.scrollTo(0, 0);
  };
  const signed = async (now: ShownContract) => {
    setLatest(now);
    setChanged(false);
    // The form is below a long text; what the signature did is said above it.
    window.scrollTo(0, 0);
    // The list of next steps shows the signature; the contract itself is already shown as signed.
    await onSigned().catch(() => undefined);
  };
  const frame = { site, studio, token, failure, onRetry: retry, missing: t('contract.missing') };
  return (
    <DocumentPage {...frame} title={contract?.title ?? null}>
      {contract && (
        <>
          {isChanged && <Banner tone="warning">{t('contract.changed')}</Banner>}
          {contract.signedAt !== null && <Signed {...{ studio, contract, zones, token }} />}
          {contract.status === 'sent' && <Unsigned {...{ studio, contract, zones }} />}
          <ContractView {...contract} level={2} />
          {contract.isComplete && contract.signers.some(({ canSign }) => canSign) && (
            <Signature
              key={contract.signers.filter(({ signedAt }) => signedAt !== null).length}
              {...{ api, token, contract, studio }}
              onSigned={signed}
              onChanged={renew}
            />
          )}
        </>
      )}
    </DocumentPage>
  );
}

interface SignedProps extends Pick<ContractStepProps, 'studio' | 'zones' | 'token'> {
  contract: ShownContract;
}

function Signed({ studio, contract, zones, token }: SignedProps) {
  const { t } = useTranslation('booking');
  const format = useFormat({ zone: zones.studio });
  const { id, signedAt, signerName, countersignedAt, countersignerName, needsCountersignature } = contract;
  const href = `/api/p/${encodeURIComponent(studio.slug)}/bookings/${encodeURIComponent(token)}/contracts/${id}/contract.pdf`;
  return (
    <div className="flex flex-col items-start gap-3" role="status">
      <p className="text-lead">
        {t('contract.signed', { name: signerName, date: format.span({ start: signedAt ?? 0 }) })}
      </p>
      {countersignedAt !== null && (
        <p>
          {t('contract.countersigned', {
            studio: studio.name,
            name: countersignerName,
            date: format.span({ start: countersignedAt }),
          })}
        </p>
      )}
      <p className="measure text-soft">
        {needsCountersignature && countersignedAt === null
          ? t('contract.willCountersign', { studio: studio.name })
          : t('contract.sentCopy')}
      </p>
      <a href={href} className={buttonClass()}>
        <Download aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} />
        {t('contract.download')}
      </a>
    </div>
  );
}

/** What an unsigned contract waits for: a signature, other people, or the studio. */
function Unsigned({ studio, contract, zones }: Omit<SignedProps, 'token'>) {
  const { t } = useTranslation('booking');
  const format = useFormat({ zone: zones.studio });
  const { signers, isComplete } = contract;
  const count = countSignatures(signers);
  const mustSign = signers.some(({ canSign }) => canSign);
  const text = !isComplete ? 'incomplete' : mustSign ? 'read' : 'waiting';
  return (
    <div className="flex flex-col gap-3" role="status">
      <p className="measure text-lead text-soft">{t(`contract.${text}`, { studio: studio.name })}</p>
      {count && (
        <div>
          <p className="font-medium">{t('contract.count', { ...count })}</p>
          <ul className="text-soft">
            {signers.map(({ id, name, signedAt }) => (
              <li key={id} className="wrap-anywhere">
                {signedAt === null
                  ? t('contract.open', { name: name || t('contract.other') })
                  : t('contract.signed', { name: name || t('contract.other'), date: format.span({ start: signedAt }) })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface SignatureProps extends Pick<ContractStepProps, 'api' | 'token' | 'studio'> {
  contract: ShownContract;
  onSigned: (contract: ShownContract) => Promise<void>;
  /** The text is another one by now. */
  onChanged: () => Promise<void>;
}

function Signature({ api, token, studio, contract, onSigned, onChanged }: SignatureProps) {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const able = contract.signers.filter(({ canSign }) => canSign);
  const [signerId, setSignerId] = useState(able[0]?.id ?? '');
  const sign = async (name: string) => {
    setSending(true);
    setRefusal(null);
    try {
      const { textHash } = contract;
      await onSigned(await api.sign(token, contract.id, { name, hasConsent: true, textHash, signerId }));
    } catch (error) {
      if (isFailure(error, 'contract_changed')) await onChanged().catch(setRefusal);
      else setRefusal(error);
      setSending(false);
    }
  };
  const isNameRefused = isFailure(refusal, 'validation_failed');
  return (
    <NameSignature
      consents={[t('contract.consent')]}
      isNameRefused={isNameRefused}
      onSign={sign}
      before={
        able.length > 1 && (
          <Field label={t('contract.who')}>
            <Select
              value={signerId}
              onChange={({ target }) => setSignerId(target.value)}
              options={able.map(({ id, name: label }) => ({ value: id, label }))}
            />
          </Field>
        )
      }
    >
      {refusal !== null && !isNameRefused && (
        <Banner tone="danger">
          {isFailure(refusal, 'transition_refused')
            ? t('contract.closed', { studio: studio.name })
            : failureText(refusal)}
        </Banner>
      )}
      <div>
        <Button type="submit" variant="primary" icon={<PenLine />} loading={isSending}>
          {t('contract.sign')}
        </Button>
      </div>
    </NameSignature>
  );
}
