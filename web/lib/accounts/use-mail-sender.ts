import { useQuery } from '@rocicorp/zero/react';
import { type MailSender, readMailSender } from '#core/domain/messages/mail-layout.ts';
import { queries } from '#core/zero/queries.ts';

/** Returns the studio's logo and contact details as its mails show them. */
export function useMailSender(): MailSender {
  const [settings] = useQuery(queries.accounts.settings());
  const valueOf = (name: string) => settings.find(({ key }) => key === name)?.value;
  const theme = Object.fromEntries(settings.map(({ key, value }) => [key, value]));
  const details = { ...(valueOf('photographer') as object), logoUrl: valueOf('theme.logoUrl'), theme };
  return readMailSender(details, location.origin);
}
