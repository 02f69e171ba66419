import { readFileSync } from 'node:fs'

/** Why a JSON file is invalid, such as `it is not valid JSON at line 2, column 4`. Never quotes the file. */
export class NotJson extends Error {}

const MARKS = [
  { mark: 'efbbbf', encoding: 'utf-8' },
  { mark: 'fffe', encoding: 'utf-16le' },
  { mark: 'feff', encoding: 'utf-16be' },
] as const

/**
 * Reads JSON as editors write it: in UTF-8, with a byte order mark or without, or in UTF-16 with one.
 * @throws NotJson
 */
export function parseJson(bytes: Buffer): unknown {
  const text = textOf(bytes)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new NotJson(`it is not valid JSON${placeOf(error)}`, { cause: error })
  }
}

/** Reads a JSON file; `wrong` makes the error from the problem. @throws what `wrong` makes. */
export function readJsonFile(file: string, wrong: (what: string) => Error): unknown {
  try {
    return parseJson(readFileSync(file))
  } catch (error) {
    throw wrong(error instanceof NotJson ? error.message : 'it cannot be read')
  }
}

function textOf(bytes: Buffer): string {
  const start = bytes.toString('hex', 0, 3)
  const encoding = MARKS.find(({ mark }) => start.startsWith(mark))?.encoding ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new NotJson('it is not text in UTF-8', { cause: error })
  }
}

/** Takes the place from the parser's message, which also quotes the text around it. */
function placeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(message) ?? []
  if (line !== undefined) return ` at line ${line}, column ${column}`
  return message.includes('end of JSON') ? ': it ends too early' : ''
}
