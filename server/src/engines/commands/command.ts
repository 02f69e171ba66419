import type { ParseArgsConfig } from 'node:util'

export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export type CommandInput = {
  values: OptionValues
  /** What stands after the options, such as FILE. */
  positionals: readonly string[]
  /** Where the person stands: FILE and DIR count from here. */
  workingDirectory: string
}

/** What a command has beside its context: the person at the terminal. */
export type CommandTools = {
  /** A line for the person at the terminal; nothing with --json. */
  print(line: string): void
  /** How far a long work is; each text replaces the one before, '' ends it. On a terminal only. */
  progress(text: string): void
  /** All of standard input. */
  readInput(): Promise<string>
}

/** JSON in pieces, for an answer that may be longer than memory. */
export class LongJson {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

export type CommandOutcome = { json: object | LongJson; exitCode?: number }

/** One `portal COMMAND`. `--json` is understood by all and not named in `options`. */
export type Command<C> = {
  /** Such as 'county add'. */
  name: string
  /** What stands behind the name in the help. */
  usage: string
  summary: string
  options: NonNullable<ParseArgsConfig['options']>
  positionals: number
  /** How many more may stand there. */
  morePositionals?: number
  /** A command that only reads refuses a folder without a portal instead of making one. */
  onlyReads: boolean
  /** A command that makes a portal of an empty one takes the schema as it is, and runs alone. */
  makesPortal?: true
  run(context: C & CommandTools, input: CommandInput): Promise<CommandOutcome>
}

/** A mistake of the person at the terminal; the message is one clear line. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The text of an option that must be given. */
export function required(values: OptionValues, option: string): string {
  const value = values[option]
  if (typeof value === 'string' && value.trim()) return value.trim()
  throw new CommandError(`Please give --${option}.`)
}

/** The texts of an option that may be given many times. */
export function many(values: OptionValues, option: string): string[] {
  const value = values[option]
  return Array.isArray(value) ? value.map(String) : []
}

/** A text for a terminal: what would steer it or show it in another order, as a file's name may, stands as `?`; lines and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(/[[\p{Cc}\p{Cf}]--[\t\n]]/gv, '?')
}
