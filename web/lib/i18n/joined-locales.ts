import type { BackendModule, ReadCallback, ResourceKey } from 'i18next';
import { LOCALE_FILES } from './i18n.ts';

type Answer = Parameters<ReadCallback>;

/**
 * Reads several namespaces from one file, `/locales/{lng}/{file}.json` (vite.config.ts writes it), and the others from
 * their own. After a failed request i18next asks for each namespace again, and the file is fetched once more.
 */
export function joinedLocales(file: string, namespaces: readonly string[]): BackendModule {
  const answers = new Map<string, Promise<Answer>>();
  const fetched = async (language: string): Promise<Answer> => {
    const answer = new Promise<Answer>((done) => {
      LOCALE_FILES.read(language, file, (...results) => done(results));
    });
    answers.set(language, answer);
    const [error] = await answer;
    if (error) answers.delete(language);
    return answer;
  };
  const read = async (language: string, namespace: string, callback: ReadCallback): Promise<void> => {
    const [error, texts] = await (answers.get(language) ?? fetched(language));
    callback(error, error ? texts : (texts as Record<string, ResourceKey>)[namespace]);
  };
  return {
    ...LOCALE_FILES,
    read(language, namespace, callback) {
      if (namespaces.includes(namespace)) void read(language, namespace, callback);
      else LOCALE_FILES.read(language, namespace, callback);
    },
  };
}
