import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Account } from '#core/domain/studio/accounts.ts';
import { type CssProblem, MAX_CODE_CHARS } from '#core/domain/site/site-code.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner, ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { SettingsSection } from '../settings-section.tsx';
import { CodeArea } from './code-area.tsx';

const schema = z.object({ css: z.string().max(MAX_CODE_CHARS) });

/** The studio's own CSS. What the server refuses is listed with its line and column; the rest counts. */
export function StylesForm({ account, saved }: { account: Account; saved: string }) {
  const { t } = useTranslation(['cms', 'common']);
  const api = useApi();
  const writable = useWritable();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const draft = useDraft(`styles:${account.id}`, { css: saved });
  const [problems, setProblems] = useState<readonly CssProblem[]>([]);
  const form = useForm(draft, schema, (body) =>
    call(async () => {
      const answer = await api.accounts.saveStyles({ body });
      setProblems(answer.problems);
      draft.confirm();
    }, t('common:saved')),
  );
  return (
    <SettingsSection
      title={t('styles.title')}
      intro={t('styles.intro')}
      saveLabel={t('common:save')}
      saving={busy}
      disabled={!writable}
      clean={draft.isClean || !form.read}
      notice={<ErrorBanner code={failure} />}
      onSubmit={form.submit}
    >
      <Field
        label={t('styles.label')}
        hint={t('styles.hint')}
        error={form.fault('css') && t('code.tooLong')}
        conflict={draft.conflict('css')}
      >
        <CodeArea value={draft.values.css} onChange={(css) => draft.change({ css })} />
      </Field>
      {problems.length > 0 && (
        <Banner tone="warning" title={t('styles.problems', { count: problems.length })}>
          <ul className="flex flex-col gap-2">
            {problems.map(({ code, line, column, found }) => (
              <li key={`${line}:${column}:${code}`}>
                {t('styles.place', { line, column, problem: t(`styles.problem.${code}`) })}
                {found && <code className="block text-caption wrap-anywhere">{found}</code>}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </SettingsSection>
  );
}
