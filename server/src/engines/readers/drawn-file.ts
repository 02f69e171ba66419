import { z } from 'zod'

/** Pages that people can look at. The facts of more would be too long an answer. */
export const MAX_DRAWN_PAGES = 2000
/** Pixels of the longer side of a page. */
export const MAX_DRAWN_PIXELS = 4000
const MAX_PAGE_CHARACTERS = 200_000
const MAX_PAGE_WORDS = 20_000

/** A question to `draw-pages.child.ts`. Pages count from 0. */
export type DrawQuestion =
  | { readonly ask: 'pages' }
  | { readonly ask: 'draw'; readonly page: number; readonly width: number }
  | { readonly ask: 'text'; readonly from: number; readonly to: number }

const length = z.number().positive().max(1e7)

export const drawnPages = z.object({
  /** Of the whole file. */
  pageCount: z.int().min(0).max(100_000_000),
  /** Width and height of each page, of at most `MAX_DRAWN_PAGES`, in a unit of the file. */
  sizes: z.array(z.tuple([length, length])).max(MAX_DRAWN_PAGES),
})
export type DrawnPages = z.output<typeof drawnPages>

export const drawnPage = z.object({
  type: z.enum(['image/webp', 'image/png']),
})

const thousandths = z.int().min(-1000).max(2000)

export const drawnTexts = z.array(
  z.object({
    text: z.string().max(MAX_PAGE_CHARACTERS),
    words: z
      .array(
        z.object({
          at: z.int().min(0).max(MAX_PAGE_CHARACTERS),
          length: z.int().min(1).max(MAX_PAGE_CHARACTERS),
          box: z.tuple([thousandths, thousandths, thousandths, thousandths]),
        }),
      )
      .max(MAX_PAGE_WORDS),
  }),
)
export type DrawnText = z.output<typeof drawnTexts>[number]

/** A file with pages, open in a child. */
export type DrawnFile = {
  pages(): Promise<DrawnPages>
  draw(page: number, width: number): Promise<z.output<typeof drawnPage> & { readonly bytes: Buffer }>
  /** The text of pages in their order, without that of the page `to`. */
  texts(from: number, to: number): readonly DrawnText[]
  close(): void
}

export class UnreadablePage extends Error {
  readonly reason = 'damaged'
  constructor() {
    super('The page cannot be read.')
  }
}

/** Cuts a text and its words to what an answer may have. */
export function boundedText({
  text,
  words,
}: {
  readonly text: string
  readonly words: DrawnText['words']
}): DrawnText {
  return {
    text: text.slice(0, MAX_PAGE_CHARACTERS),
    words: words
      .filter(({ at, length: letters, box }) => at + letters <= MAX_PAGE_CHARACTERS && box.every(isNearPage))
      .slice(0, MAX_PAGE_WORDS),
  }
}

function isNearPage(value: number): boolean {
  return value >= -1000 && value <= 2000
}
