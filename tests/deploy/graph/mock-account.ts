import { settingsFor } from '../../../stacks/settings.ts';

/** A fictitious account in which the graph is evaluated. */
export const ACCOUNT = '123456789012';
export const REGION = settingsFor('dev').region;

type Props = Readonly<Record<string, any>>;

/** The provider's outputs of a new resource, as far as others in the graph read them. */
export function stateOf(type: string, name: string, inputs: Props): Props {
  const physical: string = inputs['name'] ?? inputs['bucket'] ?? name;
  const arn = arnOf(type, physical, inputs);
  return {
    ...inputs,
    name: physical,
    arn,
    bucket: inputs['bucket'] ?? physical,
    ...MORE[type]?.(physical, inputs),
  };
}

/** The provider's id: mostly unused, but some ids are passed on. */
export function idOf(type: string, name: string, inputs: Props): string {
  const { arn, url } = stateOf(type, name, inputs);
  if (type === 'aws:secretsmanager/secret:Secret' || type === 'aws:sns/topic:Topic') return arn;
  if (type === 'aws:cloudfront/distribution:Distribution') return 'E2EXAMPLE';
  return type === 'aws:sqs/queue:Queue' ? url : `${name}-id`;
}

const host = (name: string, service: string) => `${name.toLowerCase()}.${service}.test`;

const MORE: Readonly<Record<string, (name: string, inputs: Props) => Props>> = {
  'aws:s3/bucket:Bucket': (name) => ({ bucketRegionalDomainName: `${name}.s3.${REGION}.amazonaws.com` }),
  'aws:lambda/functionUrl:FunctionUrl': (name) => ({ functionUrl: `https://${host(name, 'lambda-url')}/` }),
  'aws:lambda/function:Function': (name) => ({ invokeArn: `arn:aws:apigateway:${REGION}:lambda:path/${name}` }),
  'aws:sqs/queue:Queue': (name) => ({ url: `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${name}` }),
  'aws:apigatewayv2/api:Api': (name, { protocolType }) => ({
    apiEndpoint: `${protocolType === 'WEBSOCKET' ? 'wss' : 'https'}://${host(name, 'execute-api')}`,
    executionArn: `arn:aws:execute-api:${REGION}:${ACCOUNT}:${name}`,
  }),
  'aws:cloudfront/distribution:Distribution': (name) => ({
    domainName: host(name, 'cloudfront'),
    hostedZoneId: 'Z2FDTNDATAQYW2',
  }),
  'aws:cloudfront/keyValueStore:KeyValueStore': () => ({ etag: 'etag' }),
  'aws:cloudformation/stack:Stack': (_, inputs) => ({ outputs: templateOutputs(inputs['templateBody']) }),
  'aws:secretsmanager/secretVersion:SecretVersion': (_, inputs) => ({
    arn: inputs['secretId'],
    versionId: '00000000-0000-0000-0000-000000000000',
  }),
  'aws:acm/certificate:Certificate': (name) => ({
    domainValidationOptions: [
      { domainName: name, resourceRecordName: `_v.${name}`, resourceRecordType: 'CNAME', resourceRecordValue: '_w' },
    ],
  }),
  'random:index/randomBytes:RandomBytes': () => ({ base64: Buffer.alloc(32).toString('base64') }),
};

/** All outputs that a template declares; an undeclared name stays unknown to the rest. */
function templateOutputs(template: string): Record<string, string> {
  const { Outputs = {} } = JSON.parse(template) as { Outputs?: Record<string, unknown> };
  return Object.fromEntries(Object.keys(Outputs).map((name) => [name, `output-${name}`]));
}

/** @param type like `aws:sqs/queue:Queue` */
function arnOf(type: string, name: string, inputs: Props): string {
  const [, module = ''] = /^aws:([^/]+)\/([^:]+)/.exec(type) ?? [];
  const at = (service: string, resource: string) =>
    `arn:aws:${service}:${inputs['region'] ?? REGION}:${ACCOUNT}:${resource}`;
  if (type === 'aws:s3/bucket:Bucket') return `arn:aws:s3:::${name}`;
  if (type === 'aws:lambda/function:Function') return at('lambda', `function:${name}`);
  if (type === 'aws:cloudwatch/logGroup:LogGroup') return at('logs', `log-group:${name}`);
  if (module === 'sqs' || module === 'sns') return at(module, name);
  if (module === 'iam') return `arn:aws:iam::${ACCOUNT}:role/${name}`;
  if (type === 'aws:cloudfront/distribution:Distribution')
    return `arn:aws:cloudfront::${ACCOUNT}:distribution/E2EXAMPLE`;
  if (module === 'cloudfront') return `arn:aws:cloudfront::${ACCOUNT}:${type.split(':').at(-1)}/${name}`;
  return at(module || 'mock', name);
}
