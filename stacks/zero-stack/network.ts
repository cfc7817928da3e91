import { Validations } from 'aws-cdk-lib/core';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';

export const SYNC_PORT = 4848;
export const CHANGE_STREAMER_PORT = 4849;

/** HTTPS, and Supabase's PostgreSQL: direct and session pooler on 5432, transaction pooler on 6543. */
const OUTWARD_PORTS = [443, 5432, 6543];

export interface NetworkProps {
  availabilityZones: string[];
  originFacingPrefixListId: string;
}

/**
 * A network without a NAT gateway, which would cost more than the task. Tasks are in the public subnets, their route to
 * the database and the image, and accept connections of the balancer only. The balancer is in subnets without a route
 * to the internet. IPv6 beside IPv4: Supabase's direct connection has no IPv4 address.
 */
export class Network extends Construct {
  readonly vpc: ec2.Vpc;
  readonly publicSubnets: ec2.SubnetSelection = { subnetType: ec2.SubnetType.PUBLIC };
  readonly isolatedSubnets: ec2.SubnetSelection = { subnetType: ec2.SubnetType.PRIVATE_ISOLATED };
  readonly balancerGroup: ec2.SecurityGroup;

  constructor(scope: Construct, id: string, props: NetworkProps) {
    super(scope, id);
    this.vpc = new ec2.Vpc(this, 'Vpc', {
      availabilityZones: props.availabilityZones,
      ipProtocol: ec2.IpProtocol.DUAL_STACK,
      ipAddresses: ec2.IpAddresses.cidr('10.20.0.0/22'),
      natGateways: 0,
      // Emptying the default group would need a custom resource with its own function; the group is unused.
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [
        { name: 'Public', subnetType: ec2.SubnetType.PUBLIC, cidrMask: 25 },
        // A balancer requires a /27 with eight free addresses; CloudFront's VPC origin needs one more in each.
        { name: 'Isolated', subnetType: ec2.SubnetType.PRIVATE_ISOLATED, cidrMask: 26 },
      ],
    });
    Validations.of(this.vpc).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason:
        'Flow logs would record one balancer and its tasks, whose groups name every peer, at a price per gigabyte of ' +
        'sync traffic. They can be switched on for an investigation without a deployment.',
    });
    this.balancerGroup = this.group('BalancerGroup', 'The balancer of zero-cache: from CloudFront, to the tasks');
    // The distribution connects through its own interface in the isolated subnets (a VPC origin).
    this.balancerGroup.addIngressRule(
      ec2.Peer.prefixList(props.originFacingPrefixListId),
      ec2.Port.tcp(80),
      'CloudFront, by its VPC origin',
    );
  }

  /** Creates a group that may reach the database, the API and AWS, without inbound rules. */
  taskGroup(id: string, description: string): ec2.SecurityGroup {
    const group = this.group(id, description);
    for (const port of OUTWARD_PORTS) {
      group.addEgressRule(ec2.Peer.anyIpv4(), ec2.Port.tcp(port), `out, ${port}`);
      group.addEgressRule(ec2.Peer.anyIpv6(), ec2.Port.tcp(port), `out by IPv6, ${port}`);
    }
    return group;
  }

  private group(id: string, description: string): ec2.SecurityGroup {
    return new ec2.SecurityGroup(this, id, {
      vpc: this.vpc,
      description,
      allowAllOutbound: false,
      allowAllIpv6Outbound: false,
    });
  }
}
