/** The module of CloudFront's runtime (helper methods for key value stores). */
declare module 'cloudfront' {
  const cf: { kvs(): { get(key: string): Promise<string> } };
  export default cf;
}
