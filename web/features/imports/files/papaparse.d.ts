/** The only call that is used. The package's own types would add Node's types to browser code. */
declare module 'papaparse' {
  interface ParseOptions {
    delimiter: string;
    newline: '\n';
    /** 'greedy' also skips rows of only whitespace and delimiters. */
    skipEmptyLines: 'greedy';
    /** Maximum rows. */
    preview: number;
  }
  const Papa: { parse(text: string, options: ParseOptions): { data: string[][] } };
  export default Papa;
}
