import { parseArgs } from 'node:util'
import { COMMAND_LINE } from '../records/access/actor.ts'
import { CommandError, LongJson, type Command, type CommandOutcome } from '../engines/commands/command.ts'
import type { CommandContext, Context, World } from '../records/context.ts'

type CommandLine = { words: readonly string[]; input?: string; workingDirectory?: string }

export type CommandRun = { json: object; exitCode: number; printed: string[] }

/**
 * Runs a `portal` command on a test's world, as the command line would; `input` stands on standard input, files count from
 * `workingDirectory`.
 */
export async function runCommand(
  world: World,
  commands: readonly Command<Context>[],
  { words, input = '', workingDirectory = process.cwd() }: CommandLine,
): Promise<CommandRun> {
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word))
  if (!command) throw new CommandError(`There is no command ${words.join(' ')}.`)
  const args = words.slice(command.name.split(' ').length)
  const options = { ...command.options, json: { type: 'boolean' as const } }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const printed: string[] = []
  const context: CommandContext = {
    ...world,
    actor: COMMAND_LINE,
    print: (line) => void printed.push(line),
    progress: () => {},
    readInput: async () => input,
  }
  const outcome = await command.run(context, { values, positionals, workingDirectory })
  return { json: await wholeJson(outcome.json), exitCode: outcome.exitCode ?? 0, printed }
}

async function wholeJson(json: CommandOutcome['json']): Promise<object> {
  if (!(json instanceof LongJson)) return json
  let text = ''
  for await (const piece of json.pieces) text += piece
  return JSON.parse(text) as object
}
