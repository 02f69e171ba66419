import { fileURLToPath } from 'node:url'
import { createWorker, OEM, type Worker } from 'tesseract.js'

/** A word in pixels of the image. */
export type FoundWord = {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Lines of words. `confidence` is of the whole page, 0 to 100. */
export type FoundLines = { readonly confidence: number; readonly lines: readonly (readonly FoundWord[])[] }

/** Recognizes letters, in a thread of its own. */
export type LetterReader = {
  recognize(png: Buffer): Promise<FoundLines>
  /** Clockwise degrees that turn the page upright: 0, 90, 180 or 270. Null if it is not certain. */
  uprightTurn(png: Buffer): Promise<number | null>
  close(): Promise<void>
}

/** Documents of the counties are in English and Spanish. */
const LANGUAGES = ['eng', 'spa'] as const
/** Of 100. Below it, a word is dirt on the page. */
const MIN_CONFIDENCE = 30
/** Below it, an orientation is a guess. */
const MIN_ORIENTATION = 1

/** Everything comes from the packages, so nothing is ever fetched. */
export async function openLetterReader(): Promise<LetterReader> {
  const letters = await startWorker(LANGUAGES, '4.0.0_best_int', OEM.LSTM_ONLY)
  let orientation: Promise<Worker> | null = null
  return {
    async recognize(png) {
      const { data } = await letters.recognize(png, {}, { text: false, blocks: true })
      const lines = (data.blocks ?? [])
        .flatMap(({ paragraphs }) => paragraphs)
        .flatMap(({ lines: all }) => all)
        .map(({ words }) => words.flatMap(toFoundWord))
      return { confidence: data.confidence, lines: lines.filter((line) => line.length > 0) }
    },
    async uprightTurn(png) {
      orientation ??= startWorker(['osd'], '4.0.0', OEM.TESSERACT_ONLY)
      try {
        const { data } = await (await orientation).detect(png)
        const isSure = (data.orientation_confidence ?? 0) >= MIN_ORIENTATION
        return isSure ? data.orientation_degrees : null
      } catch {
        // A page with few letters has no orientation.
        return null
      }
    },
    async close() {
      await letters.terminate()
      if (orientation) await (await orientation).terminate()
    },
  }
}

function startWorker(languages: readonly string[], folder: string, engine: OEM): Promise<Worker> {
  const isOld = engine === OEM.TESSERACT_ONLY
  return createWorker([...languages], engine, {
    workerPath: fileURLToPath(new URL('./letter-reader.thread.ts', import.meta.url)),
    langPath: folder,
    cacheMethod: 'none',
    legacyCore: isOld,
    legacyLang: isOld,
    // Otherwise an error of the thread ends the process.
    errorHandler: () => {},
  })
}

type RecognizedWord = {
  readonly text: string
  readonly confidence: number
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }
}

function toFoundWord({ text, confidence, bbox }: RecognizedWord): FoundWord[] {
  const word = text.replaceAll(/\s+/g, '')
  if (word === '' || confidence < MIN_CONFIDENCE) return []
  return [{ text: word, left: bbox.x0, top: bbox.y0, right: bbox.x1, bottom: bbox.y1 }]
}
