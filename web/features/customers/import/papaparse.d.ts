/** The one call that is used. The community's types would bring those of Node into the browser's room. */
declare module 'papaparse' {
  interface ParseOptions {
    delimiter: string;
    newline: '\n';
    /** 'greedy' also skips rows of nothing but blanks and delimiters. */
    skipEmptyLines: 'greedy';
    /** Rows after which it stops. */
    preview: number;
  }
  const Papa: { parse(text: string, options: ParseOptions): { data: string[][] } };
  export default Papa;
}
