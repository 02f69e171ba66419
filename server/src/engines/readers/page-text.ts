/**
 * A word with its place on the page: left, top, width and height in thousandths of the page's width and height. The
 * contract has its own, because what a child reads is stored and must not change with a call.
 */
export type PlacedWord = {
  /** Where the word begins in the text of its page, in UTF-16 units. */
  readonly at: number
  readonly length: number
  readonly box: readonly [left: number, top: number, width: number, height: number]
}

export type PageText = { readonly text: string; readonly words: readonly PlacedWord[] }
