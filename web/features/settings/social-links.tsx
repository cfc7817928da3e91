import { useQuery } from '@rocicorp/zero/react';
import { Plus, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Account } from '#core/domain/studio/accounts.ts';
import {
  MAX_SOCIAL_LINKS,
  networkOf,
  readProfile,
  type SocialLink,
  socialMedia,
} from '#core/domain/studio/studio-profile.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

interface SocialLinksProps {
  account: Account;
  readOnly: boolean;
}

const isEmpty = ({ kind, url }: SocialLink) => kind.trim() === '' && url.trim() === '';

const schema = z.object({
  links: z
    .custom<readonly SocialLink[]>()
    .transform((links) => links.filter((link) => !isEmpty(link)).map(complete))
    .pipe(z.array(socialMedia)),
});

/** Edits the studio's profiles in social networks: a name and an address each. */
export function SocialLinks({ account, readOnly }: SocialLinksProps) {
  const { t } = useTranslation(['settings', 'common']);
  const mutate = useMutation();
  const writable = useWritable();
  const [settings] = useQuery(queries.accounts.settings());
  const stored = settings.find(({ key }) => key === 'photographer')?.value;
  const saved = useMemo(() => ({ links: readProfile(stored).socialMedia }), [stored]);
  const draft = useDraft(`social:${account.id}`, saved);
  const { change } = draft;
  const { links } = draft.values;
  const update = (index: number, part: Partial<SocialLink>) =>
    change({ links: links.map((link, at) => (at === index ? { ...link, ...part } : link)) });
  const form = useForm(draft, schema, (profile) => {
    const request = mutators.settings.setPhotographer({ profile: { socialMedia: profile.links }, now: Date.now() });
    return mutate(request, { done: t('common:saved'), ...draft.saving() });
  });
  const errorOf = (link: SocialLink) =>
    form.error('links') && !isEmpty(link) && !socialMedia.safeParse(complete(link)).success
      ? t('profile.websiteHint')
      : undefined;
  return (
    <SettingsSection
      title={t('social.title')}
      intro={t('social.intro')}
      disabled={readOnly || !writable}
      draft={draft}
      form={form}
    >
      {links.length > 0 && (
        <ol className="flex flex-col gap-4">
          {links.map((link, index) => (
            // Keyed by index: a link changes while it is typed.
            <li key={index} className="flex items-start gap-2">
              <div className="grid min-w-0 grow gap-x-3 gap-y-2 sm:grid-cols-[2fr_1fr]">
                <Field label={t('social.url')} error={errorOf(link)}>
                  <TextInput
                    type="url"
                    inputMode="url"
                    autoComplete="off"
                    placeholder="https://"
                    maxLength={500}
                    value={link.url}
                    onChange={({ target }) => update(index, { url: target.value })}
                    onBlur={() => !link.kind && update(index, { kind: networkOf(link.url) })}
                  />
                </Field>
                <Field label={t('social.kind')}>
                  <TextInput
                    autoComplete="off"
                    maxLength={40}
                    value={link.kind}
                    onChange={({ target }) => update(index, { kind: target.value })}
                  />
                </Field>
              </div>
              <IconButton
                label={t('social.remove', { name: link.kind || link.url || index + 1 })}
                icon={<X aria-hidden />}
                className="mt-6"
                onClick={() => change({ links: links.toSpliced(index, 1) })}
              />
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button
          size="small"
          icon={<Plus />}
          disabled={links.length >= MAX_SOCIAL_LINKS}
          onClick={() => change({ links: [...links, { kind: '', url: '' }] })}
        >
          {t('social.add')}
        </Button>
      </div>
    </SettingsSection>
  );
}

/** Returns the link as it is saved: an address that was typed without its protocol gets it, and a link without a name the host's. */
function complete({ kind, url }: SocialLink): SocialLink {
  const typed = url.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  return { url: address, kind: kind.trim() || networkOf(address) };
}
