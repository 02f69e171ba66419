/** The package has no types of its own. */
declare module 'word-extractor' {
  export type WordDocument = {
    getBody(): string
    getHeaders(options: { includeFooters: boolean }): string
    getFootnotes(): string
    getEndnotes(): string
    getAnnotations(): string
    getTextboxes(): string
  }

  export default class WordExtractor {
    extract(bytes: Buffer): Promise<WordDocument>
  }
}
