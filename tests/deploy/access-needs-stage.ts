import {
  ALARM,
  arn,
  ask,
  BUCKET,
  byName,
  byTag,
  LOG_GROUP,
  made,
  passed,
  role,
  tag,
  type Needs,
} from './access-needs.ts';

const functionArn = (name: string) => arn('lambda', `function:${name}`);
const onFunction =
  (actions: string): Needs =>
  ({ inputs }) =>
    ask('lambda', actions, functionArn(inputs['functionName'] ?? inputs['function']));
const onBucket =
  (actions: string): Needs =>
  ({ inputs }) =>
    ask('s3', actions, `arn:aws:s3:::${inputs['bucket']}`);
const cloudfront = (resource: string) => arn('cloudfront', resource, '');

/** Types of SST and Pulumi that exist in the state only; they need no request to AWS. */
export const WITHOUT_AWS = /^(sst:|pulumi:|random:)/;

/** Needs of a stage's resources by Pulumi type; dynamic ones by name. */
export const STAGE_NEEDS: Readonly<Record<string, Needs>> = {
  'aws:acm/certificate:Certificate': ({ stage }) => [
    ...ask('acm', 'RequestCertificate', '*', made(stage)),
    ...ask('acm', 'AddTagsToCertificate', arn('acm', 'certificate/1', 'us-east-1'), made(stage)),
    ...ask(
      'acm',
      'DescribeCertificate ListTagsForCertificate DeleteCertificate',
      arn('acm', 'certificate/1'),
      tag(stage),
    ),
  ],
  'aws:acm/certificateValidation:CertificateValidation': ({ stage }) =>
    ask('acm', 'DescribeCertificate', arn('acm', 'certificate/1', 'us-east-1'), tag(stage)),
  'aws:apigatewayv2/api:Api': ({ stage }) => [
    ...ask('apigateway', 'POST', 'arn:aws:apigateway:eu-west-1::/apis', made(stage)),
    ...ask('apigateway', 'GET PATCH DELETE', 'arn:aws:apigateway:eu-west-1::/apis/a1', tag(stage)),
    ...ask('apigateway', 'POST PUT', 'arn:aws:apigateway:eu-west-1::/tags/a1', made(stage)),
  ],
  'aws:apigatewayv2/integration:Integration': partOfApi('integrations'),
  'aws:apigatewayv2/route:Route': partOfApi('routes'),
  'aws:apigatewayv2/routeResponse:RouteResponse': partOfApi('routes/r1/routeresponses'),
  'aws:apigatewayv2/stage:Stage': (subject) => [
    ...partOfApi('stages')(subject),
    ...ask('logs', 'CreateLogDelivery GetLogDelivery UpdateLogDelivery DeleteLogDelivery ListLogDeliveries'),
    ...ask('logs', 'PutResourcePolicy DescribeResourcePolicies DescribeLogGroups'),
  ],
  'aws:budgets/budget:Budget': byName(
    'budgets',
    (name) => `budget/${name}`,
    'ModifyBudget ViewBudget ListTagsForResource TagResource UntagResource',
    '',
  ),
  'aws:cloudformation/stack:Stack': ({ name }) => [
    ...ask('cloudformation', 'ValidateTemplate'),
    ...ask(
      'cloudformation',
      'CreateStack UpdateStack DeleteStack DescribeStacks DescribeStackEvents GetTemplate TagResource',
      arn('cloudformation', `stack/${name}/uuid`),
    ),
  ],
  'aws:cloudfront/cachePolicy:CachePolicy': inAnyStage('cache-policy', 'CachePolicy'),
  'aws:cloudfront/originRequestPolicy:OriginRequestPolicy': inAnyStage('origin-request-policy', 'OriginRequestPolicy'),
  'aws:cloudfront/originAccessControl:OriginAccessControl': inAnyStage('origin-access-control', 'OriginAccessControl'),
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy': inAnyStage(
    'response-headers-policy',
    'ResponseHeadersPolicy',
  ),
  'aws:cloudfront/distribution:Distribution': byTag(
    'cloudfront',
    'CreateDistribution TagResource',
    'GetDistribution ListTagsForResource UpdateDistribution DeleteDistribution UntagResource',
    cloudfront('distribution/E1'),
  ),
  'aws:cloudfront/function:Function': ({ name }) => [
    ...ask('cloudfront', 'CreateFunction'),
    ...ask(
      'cloudfront',
      'DescribeFunction GetFunction UpdateFunction PublishFunction DeleteFunction',
      cloudfront(`function/${name}`),
    ),
  ],
  'aws:cloudfront/keyValueStore:KeyValueStore': () => [
    ...ask('cloudfront', 'CreateKeyValueStore'),
    ...ask(
      'cloudfront',
      'DescribeKeyValueStore UpdateKeyValueStore DeleteKeyValueStore',
      cloudfront('key-value-store/1'),
    ),
  ],
  'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey': () =>
    ask('cloudfront-keyvaluestore', 'DescribeKeyValueStore GetKey PutKey DeleteKey', cloudfront('key-value-store/1')),
  'aws:cloudfront/vpcOrigin:VpcOrigin': byTag(
    'cloudfront',
    'CreateVpcOrigin TagResource',
    'GetVpcOrigin ListTagsForResource UpdateVpcOrigin DeleteVpcOrigin',
    cloudfront('vpcorigin/vo_1'),
  ),
  'aws:cloudwatch/logDelivery:LogDelivery': ({ stage, inputs }) => [
    ...byTag(
      'logs',
      'CreateDelivery TagResource',
      'GetDelivery ListTagsForResource UpdateDeliveryConfiguration DeleteDelivery',
      arn('logs', 'delivery:1', 'us-east-1'),
    )({ stage, name: '', inputs }),
    ...['delivery-source', 'delivery-destination'].flatMap((kind) =>
      ask('logs', 'CreateDelivery', arn('logs', `${kind}:${inputs['deliverySourceName']}`, 'us-east-1')),
    ),
  ],
  'aws:cloudwatch/logDeliveryDestination:LogDeliveryDestination': byName(
    'logs',
    (name) => `delivery-destination:${name}`,
    'PutDeliveryDestination GetDeliveryDestination DeleteDeliveryDestination TagResource ListTagsForResource',
    'us-east-1',
  ),
  'aws:cloudwatch/logDeliverySource:LogDeliverySource': (subject) => [
    ...byName(
      'logs',
      (name) => `delivery-source:${name}`,
      'PutDeliverySource GetDeliverySource DeleteDeliverySource TagResource ListTagsForResource',
      'us-east-1',
    )(subject),
    ...ask('cloudfront', 'AllowVendedLogDeliveryForResource', cloudfront('distribution/E1'), tag(subject.stage)),
  ],
  'aws:cloudwatch/logGroup:LogGroup': (subject) => [...LOG_GROUP(subject), ...ask('logs', 'DescribeLogGroups')],
  'aws:cloudwatch/metricAlarm:MetricAlarm': ALARM,
  'aws:cloudwatch/compositeAlarm:CompositeAlarm': ({ inputs }) => [
    ...ask('cloudwatch', 'PutCompositeAlarm DescribeAlarms DeleteAlarms'),
    ...ask(
      'cloudwatch',
      'TagResource UntagResource ListTagsForResource',
      arn('cloudwatch', `alarm:${inputs['alarmName']}`),
    ),
  ],
  'aws:cloudwatch/dashboard:Dashboard': ({ inputs }) =>
    ask(
      'cloudwatch',
      'PutDashboard GetDashboard DeleteDashboards',
      arn('cloudwatch', `dashboard/${inputs['dashboardName']}`, ''),
    ),
  'aws:iam/role:Role': ({ name, stage }) => role(name, stage),
  'aws:kms/key:Key': byTag(
    'kms',
    'CreateKey TagResource',
    'DescribeKey GetKeyPolicy GetKeyRotationStatus EnableKeyRotation ListResourceTags PutKeyPolicy ScheduleKeyDeletion ' +
      'UpdateKeyDescription CreateGrant Encrypt',
    arn('kms', 'key/1'),
  ),
  'aws:kms/alias:Alias': ({ name, stage }) => [
    ...ask('kms', 'CreateAlias UpdateAlias DeleteAlias', arn('kms', name)),
    ...ask('kms', 'CreateAlias UpdateAlias DeleteAlias', arn('kms', 'key/1'), tag(stage)),
    ...ask('kms', 'ListAliases'),
  ],
  'aws:lambda/eventSourceMapping:EventSourceMapping': ({ stage, inputs }) => {
    const context = { 'lambda:FunctionArn': functionArn(inputs['functionName']) };
    const mapping = arn('lambda', 'event-source-mapping:1');
    return [
      ...ask('lambda', 'CreateEventSourceMapping', '*', { ...context, ...made(stage) }),
      ...ask('lambda', 'GetEventSourceMapping UpdateEventSourceMapping DeleteEventSourceMapping', mapping, context),
      ...ask('lambda', 'TagResource', mapping, made(stage)),
      ...ask('lambda', 'ListTags UntagResource', mapping, tag(stage)),
    ];
  },
  'aws:lambda/function:Function': ({ name, inputs }) => [
    ...ask(
      'lambda',
      'CreateFunction GetFunction GetFunctionCodeSigningConfig ListVersionsByFunction ListTags TagResource ' +
        'UpdateFunctionCode UpdateFunctionConfiguration PutFunctionConcurrency DeleteFunctionConcurrency DeleteFunction',
      functionArn(name),
    ),
    ...ask('lambda', 'GetAccountSettings'),
    ...ask('ses', 'GetAccount'),
    ...passed(String(inputs['role']).split('/').at(-1)!, 'lambda'),
  ],
  'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig': onFunction(
    'PutFunctionEventInvokeConfig GetFunctionEventInvokeConfig DeleteFunctionEventInvokeConfig',
  ),
  'aws:lambda/functionUrl:FunctionUrl': onFunction(
    'CreateFunctionUrlConfig GetFunctionUrlConfig UpdateFunctionUrlConfig DeleteFunctionUrlConfig',
  ),
  'aws:lambda/permission:Permission': onFunction('AddPermission GetPolicy RemovePermission'),
  'aws:route53/healthCheck:HealthCheck': () => [
    ...ask('route53', 'CreateHealthCheck'),
    ...ask(
      'route53',
      'GetHealthCheck UpdateHealthCheck DeleteHealthCheck ChangeTagsForResource ListTagsForResource',
      'arn:aws:route53:::healthcheck/1',
    ),
  ],
  'aws:route53/record:Record': ({ stage }) => [
    ...ask('route53', 'ChangeResourceRecordSets', 'arn:aws:route53:::hostedzone/Z1', {
      'route53:ChangeResourceRecordSetsNormalizedRecordNames': [hostOf(stage), `_v.${hostOf(stage)}`],
    }),
    ...ask('route53', 'GetHostedZone ListResourceRecordSets', 'arn:aws:route53:::hostedzone/Z1'),
    ...ask('route53', 'GetChange', 'arn:aws:route53:::change/C1'),
  ],
  'aws:s3/bucket:Bucket': BUCKET,
  'aws:s3/bucketCorsConfiguration:BucketCorsConfiguration': onBucket('GetBucketCORS PutBucketCORS'),
  'aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration': onBucket(
    'GetLifecycleConfiguration PutLifecycleConfiguration',
  ),
  'aws:s3/bucketMetric:BucketMetric': onBucket('GetMetricsConfiguration PutMetricsConfiguration'),
  'aws:s3/bucketNotification:BucketNotification': onBucket('GetBucketNotification PutBucketNotification'),
  'aws:s3/bucketObjectv2:BucketObjectv2': ({ inputs }) => {
    const object = `arn:aws:s3:::${inputs['bucket']}/${inputs['key']}`;
    return [
      ...ask('s3', 'PutObject PutObjectTagging GetObjectTagging DeleteObject DeleteObjectVersion', object),
      ...ask('s3', 'GetObject', object),
      ...ask('s3', 'ListBucket ListBucketVersions', `arn:aws:s3:::${inputs['bucket']}`),
    ];
  },
  'aws:s3/inventory:Inventory': onBucket('GetInventoryConfiguration PutInventoryConfiguration'),
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': onBucket(
    'GetBucketOwnershipControls PutBucketOwnershipControls',
  ),
  'aws:s3/bucketPolicy:BucketPolicy': onBucket('GetBucketPolicy PutBucketPolicy DeleteBucketPolicy'),
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': onBucket(
    'GetBucketPublicAccessBlock PutBucketPublicAccessBlock',
  ),
  'aws:s3/bucketReplicationConfig:BucketReplicationConfig': ({ inputs }) => [
    ...ask('s3', 'GetReplicationConfiguration PutReplicationConfiguration', `arn:aws:s3:::${inputs['bucket']}`),
    ...passed(String(inputs['role']).split('/').at(-1)!, 's3'),
  ],
  'aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration': onBucket(
    'GetEncryptionConfiguration PutEncryptionConfiguration',
  ),
  'aws:s3/bucketVersioning:BucketVersioning': onBucket('GetBucketVersioning PutBucketVersioning'),
  'aws:scheduler/schedule:Schedule': ({ name, inputs }) => [
    ...ask(
      'scheduler',
      'CreateSchedule GetSchedule UpdateSchedule DeleteSchedule',
      arn('scheduler', `schedule/default/${name}`),
    ),
    ...passed(String(inputs['target'].roleArn).split('/').at(-1)!, 'scheduler'),
  ],
  'aws:secretsmanager/secret:Secret': byName(
    'secretsmanager',
    (name) => `secret:${name}-Ab12Cd`,
    'CreateSecret DescribeSecret GetResourcePolicy UpdateSecret DeleteSecret TagResource UntagResource',
  ),
  'aws:secretsmanager/secretVersion:SecretVersion': ({ inputs }) =>
    ask(
      'secretsmanager',
      'PutSecretValue GetSecretValue UpdateSecretVersionStage',
      arn('secretsmanager', `secret:${String(inputs['secretId']).split(':').at(-1)}-Ab12Cd`),
    ),
  'aws:sesv2/configurationSet:ConfigurationSet': ({ inputs }) =>
    ask(
      'ses',
      'CreateConfigurationSet GetConfigurationSet DeleteConfigurationSet TagResource UntagResource ListTagsForResource ' +
        'PutConfigurationSetReputationOptions PutConfigurationSetSuppressionOptions',
      arn('ses', `configuration-set/${inputs['configurationSetName']}`),
    ),
  'aws:sesv2/configurationSetEventDestination:ConfigurationSetEventDestination': ({ inputs }) =>
    ask(
      'ses',
      'CreateConfigurationSetEventDestination GetConfigurationSetEventDestinations ' +
        'UpdateConfigurationSetEventDestination DeleteConfigurationSetEventDestination',
      arn('ses', `configuration-set/${inputs['configurationSetName']}`),
    ),
  'aws:sns/topicPolicy:TopicPolicy': ({ inputs }) => ask('sns', 'GetTopicAttributes SetTopicAttributes', inputs['arn']),
  'aws:sns/topic:Topic': byName(
    'sns',
    (name) => name,
    'CreateTopic GetTopicAttributes SetTopicAttributes ListTagsForResource TagResource UntagResource DeleteTopic',
  ),
  'aws:sns/topicSubscription:TopicSubscription': ({ inputs }) => [
    ...ask('sns', 'Subscribe', inputs['topic']),
    ...ask('sns', 'GetSubscriptionAttributes SetSubscriptionAttributes Unsubscribe'),
  ],
  'aws:sqs/queue:Queue': byName(
    'sqs',
    (name) => name,
    'CreateQueue GetQueueAttributes GetQueueUrl SetQueueAttributes ListQueueTags TagQueue UntagQueue DeleteQueue',
  ),
  'aws:sqs/queuePolicy:QueuePolicy': ({ inputs }) =>
    ask('sqs', 'GetQueueAttributes SetQueueAttributes', arn('sqs', String(inputs['queueUrl']).split('/').at(-1)!)),
  'aws:wafv2/webAcl:WebAcl': byName(
    'wafv2',
    (name) => `global/webacl/${name}/1`,
    'CreateWebACL GetWebACL UpdateWebACL DeleteWebACL ListTagsForResource TagResource UntagResource',
    'us-east-1',
  ),
  'sst.aws.DistributionDeploymentWaiter': ({ stage }) =>
    ask('cloudfront', 'GetDistribution', cloudfront('distribution/E1'), tag(stage)),
  'sst.aws.HostedZoneLookup': () => ask('route53', 'ListHostedZones'),
};

/** Routes and integrations cannot be tagged: only the URL identifies them. */
function partOfApi(part: string): Needs {
  const parts = `arn:aws:apigateway:eu-west-1::/apis/a1/${part}`;
  return () => [...ask('apigateway', 'POST', parts), ...ask('apigateway', 'GET PATCH DELETE', `${parts}/1`)];
}

function inAnyStage(resource: string, kind: string): Needs {
  return () => [
    ...ask('cloudfront', `Create${kind}`),
    ...ask('cloudfront', `Get${kind} Update${kind} Delete${kind}`, cloudfront(`${resource}/1`)),
  ];
}

/** Needs of the stacks of own domains, which CloudFormation creates with the caller's rights. */
export const DOMAIN_NEEDS: Readonly<Record<string, Needs>> = {
  'AWS::CloudFront::ConnectionGroup': byTag(
    'cloudfront',
    'CreateConnectionGroup TagResource',
    'GetConnectionGroup ListTagsForResource UpdateConnectionGroup DeleteConnectionGroup UntagResource',
    cloudfront('connection-group/cg_1'),
  ),
  'AWS::CloudFront::Distribution': byTag(
    'cloudfront',
    'CreateDistribution TagResource',
    'GetDistribution ListTagsForResource UpdateDistribution DeleteDistribution UntagResource',
    cloudfront('distribution/E2'),
  ),
};

export const hostOf = (stage: string) => (stage === 'production' ? 'albumen.example' : `${stage}.albumen.example`);
