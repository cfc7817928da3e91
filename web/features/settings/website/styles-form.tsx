import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/accounts.ts';
import { type CssProblem, MAX_CODE_CHARS } from '#core/domain/site-code.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner, ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { SettingsSection } from '../settings-section.tsx';
import { CodeArea } from './code-area.tsx';

/** The studio's own CSS. What the server refuses is listed with its place; the rest counts. */
export function StylesForm({ account, saved }: { account: Account; saved: string }) {
  const { t } = useTranslation(['cms', 'common']);
  const api = useApi();
  const writable = useWritable();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const { values, isClean, change, confirm, conflict } = useDraft(`styles:${account.id}`, { css: saved });
  const [problems, setProblems] = useState<readonly CssProblem[]>([]);
  const isTooLong = values.css.length > MAX_CODE_CHARS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void call(async () => {
      const answer = await api.accounts.saveStyles({ body: { css: values.css } });
      setProblems(answer.problems);
      confirm();
    }, t('common:saved'));
  };
  return (
    <SettingsSection
      title={t('styles.title')}
      intro={t('styles.intro')}
      saveLabel={t('common:save')}
      saving={busy}
      disabled={!writable}
      clean={isClean || isTooLong}
      notice={<ErrorBanner code={failure} />}
      onSubmit={submit}
    >
      <Field
        label={t('styles.label')}
        hint={t('styles.hint')}
        error={isTooLong ? t('code.tooLong') : undefined}
        conflict={conflict('css')}
      >
        <CodeArea value={values.css} onChange={(css) => change({ css })} />
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
