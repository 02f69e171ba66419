export type ReadOptions = {
  /** The second attempt: without OCR and boxes. */
  readonly isReduced: boolean
  readonly maxPages: number
  /** Whether most of the processor time is used up. A reader then ends with the text that it has. */
  readonly isLate: () => boolean
}
