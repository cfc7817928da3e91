import type { BackendModule, ReadCallback, ResourceKey } from 'i18next';
import { LOCALE_FILES } from './i18n.ts';

/**
 * Reads several namespaces from one file, `/locales/{lng}/{file}.json` (vite.config.ts writes it), and the others from
 * their own. After a failed request i18next asks for each namespace again, and the file is fetched once more.
 */
export function joinedLocales(file: string, namespaces: readonly string[]): BackendModule {
  const answers = new Map<string, Promise<Parameters<ReadCallback>>>();
  const fetched = (language: string) => {
    const answer = new Promise<Parameters<ReadCallback>>((done) => {
      LOCALE_FILES.read(language, file, (...results) => done(results));
    });
    answers.set(language, answer);
    void answer.then(([error]) => error && answers.delete(language));
    return answer;
  };
  return {
    ...LOCALE_FILES,
    read(language, namespace, callback) {
      if (!namespaces.includes(namespace)) return void LOCALE_FILES.read(language, namespace, callback);
      const answer = answers.get(language) ?? fetched(language);
      void answer.then(([error, texts]) => {
        if (error) callback(error, texts);
        else callback(null, (texts as Record<string, ResourceKey>)[namespace]);
      });
    },
  };
}
