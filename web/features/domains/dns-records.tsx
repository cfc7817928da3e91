import { CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { apexOf, isApex, proofName, relativeName } from '#core/domain/site/domains.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';

interface DnsRecordsProps {
  hostname: string;
  /** Null until the server has made it. */
  proof: string | null;
  /** Host that the domain must point to. */
  target: string;
  isProven: boolean;
  isPointing: boolean;
}

/** Lists the records to enter at the registrar, each value with a button that copies it. */
export function DnsRecords({ hostname, proof, target, isProven, isPointing }: DnsRecordsProps) {
  const { t } = useTranslation('domains');
  const apex = apexOf(hostname);
  return (
    <PageSection title={t('records')}>
      <ol className="flex flex-col divide-y divide-line">
        <DnsRecord
          purpose={t('record.proof')}
          type="TXT"
          name={proofName(hostname)}
          hostname={hostname}
          value={proof}
          isFound={isProven}
        />
        <DnsRecord
          purpose={t('record.target')}
          type={isApex(hostname) ? 'ALIAS' : 'CNAME'}
          name={hostname}
          hostname={hostname}
          value={target}
          isFound={isPointing}
        />
      </ol>
      {isApex(hostname) ? (
        <div className="flex flex-col gap-1">
          <h3 className="font-medium">{t('apexTarget.title')}</h3>
          <p className="measure text-soft">{t('apexTarget.text', { hostname, www: `www.${hostname}` })}</p>
        </div>
      ) : (
        hostname === `www.${apex}` && <p className="measure text-soft">{t('redirect', { apex, hostname })}</p>
      )}
    </PageSection>
  );
}

interface DnsRecordProps {
  purpose: string;
  type: string;
  name: string;
  hostname: string;
  value: string | null;
  isFound: boolean;
}

function DnsRecord({ purpose, type, name, hostname, value, isFound }: DnsRecordProps) {
  const { t } = useTranslation('domains');
  const Icon = isFound ? CircleCheck : CircleDashed;
  return (
    <li className="flex flex-col gap-4 py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">
          {type}
          <span className="ml-2 font-normal text-soft">{purpose}</span>
        </h3>
        <p className="flex items-center gap-1.5 text-caption text-soft">
          <Icon aria-hidden className={isFound ? 'size-4 text-success' : 'size-4'} strokeWidth={1.75} />
          {t(isFound ? 'record.done' : 'record.open')}
        </p>
      </div>
      <CopyField label={t('name')} value={relativeName(name, hostname)} hint={t('fullName', { name })} />
      {value === null ? <LoadingPlaceholder className="h-16" /> : <CopyField label={t('value')} value={value} />}
    </li>
  );
}
