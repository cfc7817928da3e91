import { expect, test } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { renderRecoveryMail } from './recovery.ts';

test.each(LANGUAGES)('the mail with a link has all its texts (%s)', (language) => {
  const mail = {
    language,
    studio: 'Estudi Llum',
    client: 'Pau',
    gallery: 'Ana & Pau',
    link: 'https://example.org/#adopt=x',
  };
  for (const photoCount of [1, 12]) {
    const { subject, text } = renderRecoveryMail({ ...mail, photoCount });
    expect(subject).toContain('Ana & Pau');
    expect(text).toContain(String(photoCount));
    expect(text).toContain(mail.link);
    expect(text.split('\n')[0]).toMatch(/ Pau[,:]$/);
  }
});
