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

const ec2 = (resource: string) => arn('ec2', `${resource}/1`);
const balancing = (resource: string) => arn('elasticloadbalancing', `${resource}/app/albume-Servi-1/1`);

/** Created inside a network, which IAM checks too. */
function inVpc(create: string, rest: string, resource: string): Needs {
  return ({ stage }) => [
    ...ask('ec2', create, ec2(resource), made(stage)),
    ...ask('ec2', create, ec2('vpc'), tag(stage)),
    ...ask('ec2', 'CreateTags', ec2(resource), made(stage)),
    ...ask('ec2', rest, ec2(resource), tag(stage)),
  ];
}

/** Resources without tags that refer to tagged ones. */
function among(service: string, actions: string, ...resources: string[]): Needs {
  return ({ stage }) => resources.flatMap((resource) => ask(service, actions, resource, tag(stage)));
}

/** Needs of zero-cache's stack, which CloudFormation creates with the caller's rights. */
export const ZERO_NEEDS: Readonly<Record<string, Needs>> = {
  'AWS::ApplicationAutoScaling::ScalableTarget': () => [
    ...ask('application-autoscaling', 'RegisterScalableTarget DeregisterScalableTarget', scalable()),
    ...ask('application-autoscaling', 'DescribeScalableTargets'),
  ],
  'AWS::ApplicationAutoScaling::ScalingPolicy': () => [
    ...ask('application-autoscaling', 'PutScalingPolicy DeleteScalingPolicy', scalable()),
    ...ask('application-autoscaling', 'DescribeScalingPolicies'),
  ],
  'AWS::CloudWatch::Alarm': ALARM,
  'AWS::EC2::EgressOnlyInternetGateway': inVpc(
    'CreateEgressOnlyInternetGateway',
    'DeleteEgressOnlyInternetGateway',
    'egress-only-internet-gateway',
  ),
  'AWS::EC2::InternetGateway': byTag(
    'ec2',
    'CreateInternetGateway CreateTags',
    'DeleteInternetGateway DeleteTags',
    ec2('internet-gateway'),
  ),
  'AWS::EC2::Route': among('ec2', 'CreateRoute ReplaceRoute DeleteRoute', ec2('route-table')),
  'AWS::EC2::RouteTable': inVpc('CreateRouteTable', 'DeleteRouteTable DeleteTags', 'route-table'),
  'AWS::EC2::SecurityGroup': inVpc('CreateSecurityGroup', 'DeleteSecurityGroup DeleteTags', 'security-group'),
  'AWS::EC2::SecurityGroupEgress': among(
    'ec2',
    'AuthorizeSecurityGroupEgress RevokeSecurityGroupEgress UpdateSecurityGroupRuleDescriptionsEgress',
    ec2('security-group'),
  ),
  'AWS::EC2::SecurityGroupIngress': among(
    'ec2',
    'AuthorizeSecurityGroupIngress RevokeSecurityGroupIngress UpdateSecurityGroupRuleDescriptionsIngress',
    ec2('security-group'),
  ),
  'AWS::EC2::Subnet': inVpc(
    'CreateSubnet',
    'ModifySubnetAttribute AssociateSubnetCidrBlock DisassociateSubnetCidrBlock DeleteSubnet DeleteTags',
    'subnet',
  ),
  'AWS::EC2::SubnetRouteTableAssociation': among(
    'ec2',
    'AssociateRouteTable DisassociateRouteTable',
    ec2('route-table'),
    ec2('subnet'),
  ),
  'AWS::EC2::VPC': byTag('ec2', 'CreateVpc CreateTags', 'ModifyVpcAttribute DeleteVpc DeleteTags', ec2('vpc')),
  'AWS::EC2::VPCCidrBlock': among('ec2', 'AssociateVpcCidrBlock DisassociateVpcCidrBlock', ec2('vpc')),
  'AWS::EC2::VPCGatewayAttachment': among(
    'ec2',
    'AttachInternetGateway DetachInternetGateway',
    ec2('internet-gateway'),
    ec2('vpc'),
  ),
  'AWS::ECS::Cluster': byName(
    'ecs',
    (name) => `cluster/${name}`,
    'CreateCluster DescribeClusters UpdateCluster UpdateClusterSettings PutClusterCapacityProviders TagResource ' +
      'DeleteCluster',
  ),
  'AWS::ECS::ClusterCapacityProviderAssociations': ({ stage }) =>
    ask('ecs', 'PutClusterCapacityProviders DescribeClusters', arn('ecs', `cluster/albumen-${stage}-zero-Cluster-1`)),
  'AWS::ECS::Service': (subject) => [
    ...byName(
      'ecs',
      (name) => `service/albumen-${subject.stage}-zero-Cluster-1/${name}`,
      'CreateService DescribeServices UpdateService DeleteService TagResource ListTagsForResource',
    )(subject),
    ...among('elasticloadbalancing', 'DescribeTargetGroups', '*')(subject),
  ],
  'AWS::ECS::TaskDefinition': ({ inputs, stage }) => [
    ...ask(
      'ecs',
      'RegisterTaskDefinition DeleteTaskDefinitions TagResource ListTagsForResource',
      arn('ecs', `task-definition/${inputs['Family']}:1`),
    ),
    ...ask('ecs', 'DescribeTaskDefinition DeregisterTaskDefinition'),
    ...passed(`albumen-${stage}-zero-ServingTaskRole-1`, 'ecs-tasks'),
  ],
  'AWS::ElasticLoadBalancingV2::Listener': ({ stage }) => [
    ...ask('elasticloadbalancing', 'CreateListener', balancing('loadbalancer'), { ...made(stage), ...tag(stage) }),
    ...ask('elasticloadbalancing', 'AddTags', balancing('listener'), made(stage)),
    ...ask(
      'elasticloadbalancing',
      'ModifyListener ModifyListenerAttributes DeleteListener',
      balancing('listener'),
      tag(stage),
    ),
  ],
  'AWS::ElasticLoadBalancingV2::ListenerRule': ({ stage }) => [
    ...ask('elasticloadbalancing', 'CreateRule', balancing('listener'), { ...made(stage), ...tag(stage) }),
    ...ask('elasticloadbalancing', 'AddTags', balancing('listener-rule'), made(stage)),
    ...ask('elasticloadbalancing', 'ModifyRule SetRulePriorities DeleteRule', balancing('listener-rule'), tag(stage)),
  ],
  'AWS::ElasticLoadBalancingV2::LoadBalancer': byTag(
    'elasticloadbalancing',
    'CreateLoadBalancer AddTags',
    'ModifyLoadBalancerAttributes SetSecurityGroups SetSubnets SetIpAddressType RemoveTags DeleteLoadBalancer',
    balancing('loadbalancer'),
  ),
  'AWS::ElasticLoadBalancingV2::TargetGroup': byTag(
    'elasticloadbalancing',
    'CreateTargetGroup AddTags',
    'ModifyTargetGroup ModifyTargetGroupAttributes RemoveTags DeleteTargetGroup',
    arn('elasticloadbalancing', 'targetgroup/albume-Servi-1/1'),
  ),
  // A role's policy, found with the role.
  'AWS::IAM::Policy': () => [],
  'AWS::IAM::Role': ({ name, stage }) => role(name, stage),
  'AWS::Logs::LogGroup': LOG_GROUP,
  'AWS::S3::Bucket': BUCKET,
  'AWS::S3::BucketPolicy': BUCKET,
  'AWS::ServiceDiscovery::PrivateDnsNamespace': ({ stage }) => [
    ...ask('servicediscovery', 'CreatePrivateDnsNamespace TagResource', '*', made(stage)),
    ...ask('servicediscovery', 'GetOperation ListTagsForResource'),
    ...ask('servicediscovery', 'UpdatePrivateDnsNamespace DeleteNamespace', cloudMap('namespace'), tag(stage)),
    ...ask('route53', 'CreateHostedZone'),
    ...ask('route53', 'DeleteHostedZone', 'arn:aws:route53:::hostedzone/Z1'),
    ...ask('ec2', 'DescribeVpcs'),
  ],
  'AWS::ServiceDiscovery::Service': ({ stage }) => [
    ...ask('servicediscovery', 'CreateService', cloudMap('namespace'), { ...made(stage), ...tag(stage) }),
    ...ask('servicediscovery', 'CreateService', cloudMap('service'), made(stage)),
    ...ask('servicediscovery', 'TagResource', '*', made(stage)),
    ...ask('servicediscovery', 'GetService UpdateService DeleteService', cloudMap('service'), tag(stage)),
  ],
};

function scalable(): string {
  return arn('application-autoscaling', 'scalable-target/1');
}

function cloudMap(resource: string): string {
  return arn('servicediscovery', `${resource}/1`);
}
