import { Download } from 'lucide-react';
import { type FormEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signature } from '#core/domain/contracts/contracts.ts';
import { can } from '#core/domain/studio/roles.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ContractView } from '#web/lib/documents/contract-view.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { saveFile } from '#web/lib/browser/files.ts';

interface ContractDialogProps {
  contract: { id: string; title: string };
  onClose: () => void;
}

/** A contract's text and evidence, its PDF, and the studio's signature. */
export function ContractDialog({ contract: { id, title }, onClose }: ContractDialogProps) {
  const { t } = useTranslation(['documents', 'errors']);
  const api = useApi();
  const { call, busy } = useApiCall();
  const { role } = useAccount();
  const load = useCallback(() => api.contracts.show({ params: { contractId: id } }), [api, id]);
  const { data, failure, reload } = useApiData(load);
  const contract = data?.contract;
  const download = () =>
    call(async () => saveFile(await api.contracts.file({ params: { contractId: id } }), `${title}.pdf`));
  const isOurTurn =
    contract?.status === 'signed' && contract.needsCountersignature && contract.countersignedAt === null;
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        contract?.status === 'signed' && (
          <Button icon={<Download />} loading={busy} onClick={() => void download()}>
            {t('session.download')}
          </Button>
        )
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a text that scrolls must be reachable by keyboard */}
      <div tabIndex={0} role="region" aria-label={title} className="flex flex-col gap-5">
        {failure && <Banner tone="danger">{t(`errors:${failure as 'unknown'}`)}</Banner>}
        {!data && !failure && <LoadingPlaceholder className="h-40" />}
        {contract && <ContractView {...contract} level={3} />}
        {isOurTurn && can(role, 'sessions.write') && <Countersign id={id} onSigned={reload} />}
        {data && data.evidence.signatures.length > 0 && <Evidence {...data.evidence} />}
      </div>
    </Dialog>
  );
}

function Countersign({ id, onSigned }: { id: string; onSigned: () => void }) {
  const { t } = useTranslation('documents');
  const api = useApi();
  const { call, busy } = useApiCall();
  const [name, setName] = useState('');
  const sign = async (event: FormEvent) => {
    event.preventDefault();
    const sent = () => api.contracts.countersign({ params: { contractId: id }, body: { name: name.trim() } });
    if (await call(sent, t('session.countersigned'))) onSigned();
  };
  return (
    <form noValidate onSubmit={(event) => void sign(event)} className="flex flex-col gap-3">
      <Field label={t('session.yourName')} required>
        <TextInput autoComplete="name" value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <div>
        <Button type="submit" variant="primary" loading={busy} disabled={!signature.safeParse(name).success}>
          {t('session.countersign')}
        </Button>
      </div>
    </form>
  );
}

interface EvidenceProps {
  signatures: readonly { name: string; at: number; ip: string; userAgent: string }[];
  signedHash: string | null;
  finalHash: string | null;
}

function Evidence({ signatures, signedHash, finalHash }: EvidenceProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const hash = finalHash ?? signedHash;
  const facts = [
    ...signatures.flatMap(({ name, at, ip, userAgent }) => [
      ...(signatures.length > 1 || hash === null
        ? ([[t('session.signature'), t('session.signerSigned', { name, date: format.span({ start: at }) })]] as const)
        : []),
      [t('session.ip'), ip] as const,
      [t('session.browser'), userAgent] as const,
    ]),
    ...(hash === null ? [] : [[t('session.hash'), hash] as const]),
  ];
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('session.evidence')}</h3>
      <dl className="flex flex-col gap-2 text-caption">
        {facts.map(([term, value], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- facts are shown once, and two signatures may be alike
          <div key={index}>
            <dt className="text-soft">{term}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
