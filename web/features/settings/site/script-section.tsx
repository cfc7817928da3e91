import { useQuery } from '@rocicorp/zero/react';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { MAX_CODE_CHARS, parseHosts, readScriptHosts, scriptHosts, scriptState } from '#core/domain/site/site-code.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner, ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { CodeArea } from './code-area.tsx';

const schema = z.object({
  script: z
    .string()
    .max(MAX_CODE_CHARS)
    .refine((script) => script.trim() !== ''),
  hosts: z.string().transform(parseHosts).pipe(scriptHosts),
});

interface ScriptSectionProps {
  account: Account;
  settings:
    | { customJs: string; customJsHosts: readonly string[]; customJsOn: boolean; customJsSince?: number | null }
    | undefined;
}

/** The studio's own JavaScript: its text and hosts, its switch, and its former versions. */
export function ScriptSection({ account, settings }: ScriptSectionProps) {
  const { t } = useTranslation(['cms', 'common']);
  const api = useApi();
  const mutate = useMutation();
  const writable = useWritable();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const [domain] = useQuery(queries.domains.current());
  const [asking, setAsking] = useState<null | (() => Promise<unknown>)>(null);
  const saved = { script: settings?.customJs ?? '', hosts: readScriptHosts(settings?.customJsHosts).join('\n') };
  const draft = useDraft(`script:${account.id}`, saved);
  const { values, change, conflict } = draft;
  const isOn = settings?.customJsOn === true;
  const state = scriptState(isOn, domain?.status ?? null);

  const run = (request: () => Promise<unknown>) => {
    setAsking(null);
    return call(request, t('script.on'));
  };
  /** Asks before the first time: galleries leave the domain for good. */
  const start = (request: () => Promise<unknown>) => {
    if (settings?.customJsSince) return run(request);
    setAsking(() => request);
    return undefined;
  };
  const form = useForm(draft, schema, (body) =>
    start(async () => {
      await api.accounts.saveScript({ body });
      draft.confirm();
    }),
  );
  const restore = (versionId: string) => start(() => api.accounts.restoreScript({ body: { versionId } }));
  const stop = () => mutate(mutators.site.stopScript({ on: false, now: Date.now() }), { done: t('script.stopped') });
  return (
    <div className="flex flex-col gap-6">
      <SettingsSection
        title={t('script.title')}
        intro={t('script.intro')}
        disabled={!writable}
        // A script that is off is saved and turned on by its own button.
        draft={isOn ? draft : { ...draft, isClean: true }}
        form={form}
        notice={
          <>
            <ErrorBanner code={failure} />
            {domain?.status !== 'live' && <Banner>{t('script.needsDomain')}</Banner>}
            {isOn && (
              <div className="flex flex-wrap items-center gap-4">
                <Tag tone={state === 'on' ? 'success' : 'warning'}>
                  {t(state === 'on' ? 'script.isOn' : 'script.isWaiting')}
                </Tag>
                <Button writes onClick={() => void stop()}>
                  {t('script.stop')}
                </Button>
              </div>
            )}
          </>
        }
      >
        <Field
          label={t('script.label')}
          hint={t('script.hint')}
          error={values.script.trim() && form.fault('script') && t('code.tooLong')}
          conflict={conflict('script')}
        >
          <CodeArea value={values.script} onChange={(script) => change({ script })} />
        </Field>
        <Field
          label={t('script.hosts')}
          hint={t('script.hostsHint')}
          error={form.fault('hosts') && t('script.hostsWrong')}
          conflict={conflict('hosts')}
        >
          <Textarea spellCheck={false} autoCapitalize="off" autoComplete="off" {...form.input('hosts')} />
        </Field>
        {!isOn && (
          <div>
            <Button type="submit" writes loading={busy} disabled={!form.read}>
              {t('script.start')}
            </Button>
          </div>
        )}
      </SettingsSection>
      <ScriptVersions isOn={isOn} onRestore={(version) => void restore(version)} disabled={busy} />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={t('script.ask')}
        description={t('script.askText')}
        confirmLabel={t('script.start')}
        tone="primary"
        onConfirm={() => asking && void run(asking)}
      />
    </div>
  );
}

interface ScriptVersionsProps {
  /** True if the newest version runs now. */
  isOn: boolean;
  onRestore: (versionId: string) => void;
  disabled: boolean;
}

/** Lists the versions of the script, newest first, with their authors. */
function ScriptVersions({ isOn, onRestore, disabled }: ScriptVersionsProps) {
  const { t } = useTranslation('cms');
  const format = useFormat();
  const [versions] = useQuery(queries.site.scriptVersions());
  const [members] = useQuery(queries.team.members());
  if (versions.length === 0) return null;
  const nameOf = (userId: string) => {
    const member = members.find((one) => one.userId === userId);
    return member ? member.name || member.email : t('versions.formerMember');
  };
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-control cursor-pointer items-center justify-between gap-4 font-medium">
        {t('versions.title', { count: versions.length })}
        <ChevronDown aria-hidden className="size-4 text-soft group-open:rotate-180" strokeWidth={1.75} />
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {versions.map(({ id, authorId, hosts, createdAt }, index) => {
          const time = format.dateTime(createdAt);
          return (
            <li key={id} className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <span className="min-w-0">
                {time}
                <span className="block text-caption wrap-anywhere text-soft">
                  {[nameOf(authorId), ...readScriptHosts(hosts)].join(' · ')}
                </span>
              </span>
              {index === 0 && isOn ? (
                <span className="text-caption text-soft">{t('versions.current')}</span>
              ) : (
                <Button
                  size="small"
                  writes
                  disabled={disabled}
                  aria-label={t('versions.restoreOf', { time })}
                  onClick={() => onRestore(id)}
                >
                  {t('versions.restore')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
