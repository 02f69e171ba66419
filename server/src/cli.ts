import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { COMMAND_LINE } from './records/access/actor.ts'
import { auditCommands } from './records/audit/audit.commands.ts'
import { refuseMarkedFolder, whileRestoring } from './engines/backup/restore-folder-mark.ts'
import { backupCommands } from './rooms/backup/backup.commands.ts'
import { recordMailRetry, recordRetry } from './records/audit/record-retry.ts'
import { accountCommands } from './records/accounts/accounts.commands.ts'
import {
  CommandError,
  LongJson,
  type Command,
  type CommandInput,
  type CommandOutcome,
  type OptionValues,
  printable,
} from './engines/commands/command.ts'
import { Unread, watchReaders } from './engines/commands/unread.ts'
import { jobCommands } from './engines/jobs/jobs.commands.ts'
import { readWorkerLanes, WORKER_LANES } from './engines/lanes.ts'
import { retryRefusedMails } from './engines/mail/refused-mail.ts'
import { environmentOfCheckout } from './engines/config/environment.ts'
import { mistypedSettings } from './engines/config/mistyped-settings.ts'
import { readSettings, type Settings } from './engines/config/settings.ts'
import { callersFolder } from './engines/config/program-environment.ts'
import { mailboxCommands } from './rooms/ingestion/mailbox/mailbox.commands.ts'
import { leave } from './engines/config/leave.ts'
import { StartError } from './engines/config/start-error.ts'
import { hasCluster } from './engines/database/embedded/cluster-files.ts'
import type { Database } from './engines/database/open-database.ts'
import { documentCommands } from './rooms/files/files.commands.ts'
import { outOfRoomLine, warnOfStorage } from './engines/storage/out-of-room.ts'
import type { CommandContext, Context } from './records/context.ts'
import { PortalError } from './engines/http/errors.ts'
import { toPortalError } from './engines/http/failure.ts'
import { countyCommands } from './records/counties/counties.commands.ts'
import { importCommands } from './records/parties/import.commands.ts'
import { migrateCommand } from './engines/migrations/migrate.commands.ts'
import { runCommands } from './rooms/runs/runs.commands.ts'
import { makeOrRequireSchema, planSchema, requireSchema, restoredSchema, updateSchema } from './schema.ts'
import { buildWorld } from './world.ts'
import { searchCommands } from './records/search-index/search.commands.ts'
import { ownerCommands } from './records/parties/owner-values/owner-values.commands.ts'
import { textCommands } from './records/texts/texts.commands.ts'
import { giveToOwner } from './engines/process/serve-as-owner.ts'

const MIGRATE = migrateCommand<Context>({ plan: planSchema, update: updateSchema })

const COMMANDS: readonly Command<Context>[] = [
  ...countyCommands,
  ...accountCommands,
  ...importCommands,
  ...ownerCommands,
  ...auditCommands,
  ...documentCommands,
  ...textCommands,
  ...searchCommands,
  ...backupCommands(restoredSchema),
  MIGRATE,
  ...mailboxCommands,
  ...runCommands,
  ...jobCommands<Context>({
    recordRetry,
    retryRefusedMails: (context) => retryRefusedMails(context, recordMailRetry),
  }),
]

/** Opens a world of its own and runs until a signal stops it. */
const WORK: Omit<Command<Context>, 'run' | 'onlyReads'> = {
  name: 'work',
  usage: '[--lanes LANE,…]',
  summary: `Runs background jobs beside the server until it is stopped: those of all lanes, or of these. Lanes are ${WORKER_LANES.join(', ')}.`,
  options: { lanes: { type: 'string' } },
  positionals: 0,
}

type AnyCommand = Command<Context> | typeof WORK

const unread = watchReaders([process.stdout, process.stderr])

function help(): string {
  const lines = [...COMMANDS, WORK].map(
    (command) => `  ${command.name} ${command.usage}\n      ${command.summary}`,
  )
  return `npm run -s portal -- COMMAND\n\n${lines.join('\n')}\n\nWith --json the last line of standard output is one JSON object.`
}

function findCommand(words: readonly string[]): { command: AnyCommand; rest: readonly string[] } {
  const all: readonly AnyCommand[] = [...COMMANDS, WORK]
  const command = all.find(({ name }) => name.split(' ').every((word, at) => words[at] === word))
  if (!command) throw new CommandError(`There is no such command. These are:\n${help()}`)
  return { command, rest: words.slice(command.name.split(' ').length) }
}

function readArguments(command: AnyCommand, rest: readonly string[]) {
  try {
    const options = { ...command.options, json: { type: 'boolean' as const } }
    const { values, positionals } = parseArgs({ args: [...rest], options, allowPositionals: true })
    const { positionals: least, morePositionals: more = 0 } = command
    if (positionals.length < least || positionals.length > least + more)
      throw new Error('wrong number of words')
    return { values, positionals }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('.')[0] : ''
    throw new CommandError(`${command.name}: ${reason}. Usage: ${command.name} ${command.usage}`)
  }
}

function isNew({ databaseUrl, dataDir }: Settings): boolean {
  return databaseUrl === null && !hasCluster(dataDir)
}

/** @throws {CommandError} For a command that only reads, and makes no portal. */
function announceNewPortal({ dataDir }: Settings, isReading: boolean): void {
  if (isReading) {
    throw new CommandError(`There is no portal in ${dataDir}. Start one first, or set DATA_DIR.`)
  }
  console.error(`A new portal is made in ${dataDir}. For another one, set DATA_DIR.`)
}

/**
 * A command that writes may create a portal. Only the command for the schema changes the schema of an existing portal.
 */
function preparationFor(command: Command<Context>): (database: Database) => Promise<unknown> {
  if (command === MIGRATE || command.makesPortal) return async () => {}
  return (database) => (command.onlyReads ? requireSchema(database.pool) : makeOrRequireSchema(database))
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

async function run(words: readonly string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help') {
    console.log(help())
    return words.length === 0 ? 1 : 0
  }
  const { command, rest } = findCommand(words)
  if (rest.includes('--help')) {
    console.log(`${command.name} ${command.usage}\n  ${command.summary}`)
    return 0
  }
  const { values, positionals } = readArguments(command, rest)
  const environment = environmentOfCheckout()
  const settings = readSettings(environment)
  for (const line of mistypedSettings(environment)) console.error(`Note: ${line}`)
  if (!('makesPortal' in command)) refuseMarkedFolder(settings.dataDir)
  if (!('run' in command)) return runWorker(settings, values)
  const work = () => runCommand(settings, command, { values, positionals, workingDirectory: callersFolder() })
  if (command.makesPortal) {
    const { dataDir } = settings
    return whileRestoring({ dataDir, isNew: isNew(settings), print: console.error }, work)
  }
  if (isNew(settings)) announceNewPortal(settings, command.onlyReads || 'plan' in values)
  return work()
}

async function runCommand(
  settings: Settings,
  command: Command<Context>,
  input: CommandInput,
): Promise<number> {
  const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
  const world = await buildWorld(settings, {
    log,
    isServer: false,
    makesPortal: command.makesPortal ?? false,
    prepareSchema: preparationFor(command),
  })
  try {
    await warnOfStorage(world.storage, console.error)
    const context: CommandContext = {
      ...world,
      actor: COMMAND_LINE,
      print: (line) => {
        // A command that writes runs to its end, even without a reader.
        if (command.onlyReads) unread.throwIfAborted()
        if (!input.values['json']) console.log(printable(line))
      },
      progress: (text) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001B[2K${text}`)
      },
      readInput: readStandardInput,
    }
    const outcome = await command.run(context, input)
    if (input.values['json']) await printJson(outcome.json)
    return outcome.exitCode ?? 0
  } finally {
    await world.close()
    giveToOwner(settings.dataDir)
  }
}

/** @throws {CommandError} for a wrong lane, or without a portal. */
async function runWorker(settings: Settings, { lanes }: OptionValues): Promise<number> {
  const named = typeof lanes === 'string' ? readWorkerLanes(lanes) : new Set(WORKER_LANES)
  if (named === null) {
    const known = WORKER_LANES.join(', ')
    throw new CommandError(
      `work: --lanes takes ${known}, separated by commas, each once, not ${String(lanes)}.`,
    )
  }
  if (isNew(settings)) announceNewPortal(settings, true)
  const { startWorker } = await import('./start-worker.ts')
  await startWorker(settings, { lanes: [...named], print: console.error })
  return 0
}

async function printJson(json: CommandOutcome['json']): Promise<void> {
  if (!(json instanceof LongJson)) return console.log(JSON.stringify(json))
  for await (const piece of json.pieces) {
    unread.throwIfAborted()
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain').catch(() => unread.throwIfAborted())
  }
  console.log()
}

/** Errors whose message is enough for the person at the terminal. */
function isOneLine(error: unknown): error is Error {
  return error instanceof CommandError || error instanceof StartError || error instanceof PortalError
}

/** Reports an error and returns the exit code. */
function report(error: unknown): number {
  if (error instanceof Unread) return 0
  const line = isOneLine(error) ? error.message : outOfRoomLine(error)
  if (line !== null) console.error(printable(line))
  else console.error(toPortalError(error, undefined).message, error)
  return error instanceof CommandError ? error.exitCode : 1
}

await leave(await run(process.argv.slice(2)).catch(report))
