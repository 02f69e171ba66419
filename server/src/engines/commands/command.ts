import type { ParseArgsConfig } from 'node:util'

export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export type CommandInput = {
  values: OptionValues
  /** The arguments after the options, such as FILE. */
  positionals: readonly string[]
  /** The person's current directory. FILE and DIR are relative to it. */
  workingDirectory: string
}

/** How a command talks to the person at the terminal. */
export type CommandTools = {
  /** Prints a line for the person at the terminal; prints nothing with --json. */
  print(line: string): void
  /** Shows progress, on a terminal only. Each text replaces the previous one; '' clears it. */
  progress(text: string): void
  /** All of standard input. */
  readInput(): Promise<string>
}

/** JSON in pieces, for a result that may not fit in memory. */
export class LongJson {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

export type CommandOutcome = { json: object | LongJson; exitCode?: number }

/** One `portal COMMAND`. Every command accepts `--json`, so `options` does not list it. */
export type Command<C> = {
  /** Such as 'county add'. */
  name: string
  /** The text after the name in the help. */
  usage: string
  summary: string
  options: NonNullable<ParseArgsConfig['options']>
  positionals: number
  /** How many more positionals are allowed. */
  morePositionals?: number
  /** A command that only reads refuses a folder without a portal instead of making one. */
  onlyReads: boolean
  /** A command that fills an empty portal accepts the schema as it is, and runs alone. */
  makesPortal?: true
  run(context: C & CommandTools, input: CommandInput): Promise<CommandOutcome>
}

/** A user error at the terminal; the message is one clear line. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The text of a required option. */
export function required(values: OptionValues, option: string): string {
  const value = values[option]
  if (typeof value === 'string' && value.trim()) return value.trim()
  throw new CommandError(`Please give --${option}.`)
}

/** The texts of an option that may be repeated. */
export function many(values: OptionValues, option: string): string[] {
  const value = values[option]
  return Array.isArray(value) ? value.map(String) : []
}

/**
 * Makes a text safe for a terminal. Control and format characters become `?`, because a file name may contain them.
 * Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/[[\p{Cc}\p{Cf}]--[\t\n]]/gv, '?')
}
