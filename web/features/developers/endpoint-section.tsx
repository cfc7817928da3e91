import { useTranslation } from 'react-i18next';
import { Code, Inline, Markdown } from './code.tsx';
import {
  curlOf,
  type Endpoint,
  exampleOf,
  jsonSchema,
  type Operation,
  type Parameter,
  type Reference,
} from './reference.ts';

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

interface EndpointSectionProps {
  endpoint: Endpoint;
  reference: Reference;
}

/** One endpoint: what it does, its parameters, a command and an answer. */
export function EndpointSection({ endpoint, reference }: EndpointSectionProps) {
  const { t } = useTranslation('developers');
  const { operationId, method, path, summary, description, parameters = [], responses } = endpoint;
  const answer = jsonSchema(Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content);
  return (
    <article id={operationId} aria-labelledby={`${operationId}-title`} className="flex scroll-mt-6 flex-col gap-4">
      <h3 id={`${operationId}-title`} lang="en" className="text-lead font-semibold">
        {summary}
      </h3>
      <p className="flex flex-wrap items-baseline gap-x-3 font-mono">
        <span className="font-semibold">{method}</span>
        <span className="min-w-0 wrap-anywhere">{path}</span>
      </p>
      {description && <Markdown lang="en" text={description} />}
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      <Code label={t('example', { name: summary })} text={curlOf(endpoint, reference)} />
      {answer && <Code label={t('answer', { name: summary })} text={pretty(exampleOf(answer, reference))} />}
    </article>
  );
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  const { t } = useTranslation('developers');
  return (
    <dl aria-label={t('parameters')} className="flex flex-col divide-y divide-line border-y border-line">
      {parameters.map(({ name, in: part, required, description, schema }) => (
        <div key={name} className="grid gap-x-6 gap-y-0.5 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="font-mono wrap-anywhere">{name}</dt>
          <dd className="text-soft">
            <span lang="en">
              {part}
              {required ? ', required' : ''}
              {schema.enum ? `, ${schema.enum.join(' | ')}` : ''}
              {description && '. '}
              {description && <Inline text={description} />}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface EventSectionProps {
  type: string;
  operation: Operation;
  reference: Reference;
}

/** One event of webhooks with an example. */
export function EventSection({ type, operation, reference }: EventSectionProps) {
  const { t } = useTranslation('developers');
  const schema = jsonSchema(operation.requestBody?.content);
  return (
    <article id={type} aria-labelledby={`${type}-title`} className="flex scroll-mt-6 flex-col gap-4">
      <h3 id={`${type}-title`} className="font-mono text-lead font-semibold wrap-anywhere">
        {type}
      </h3>
      <p lang="en" className="measure text-soft">
        {operation.summary}
      </p>
      {schema && <Code label={t('body', { name: type })} text={pretty(exampleOf(schema, reference))} />}
    </article>
  );
}
