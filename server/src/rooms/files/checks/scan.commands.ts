import { CommandError, type Command } from '../../../engines/commands/command.ts'
import type { Scanner } from '../../../engines/scanner/scanner.ts'
import type { CommandContext, Context } from '../../../records/context.ts'
import { scanWarnings } from '../../../records/stored-files/scan/scan.warnings.ts'
import { listChecks, type CheckRow } from './checks.repository.ts'

const MAX_LISTED = 1000

const WITHIN_MS = 30_000

/** Lists the results of the virus scans, or checks whether the scanner finds a test virus. */
export const scan: Command<Context> = {
  name: 'scan',
  usage: '[--check]',
  summary:
    'Lists what was not found clean by the virus scanner; --check sends it the harmless EICAR file, which it has to find.',
  options: { check: { type: 'boolean' } },
  positionals: 0,
  onlyReads: true,
  async run(context, { values }) {
    return values['check'] ? checkScanner(context) : tellChecks(context)
  },
}

async function tellChecks(context: CommandContext) {
  const { database, scanner, print } = context
  const version = (await scanner?.probe()) ?? null
  const rows = await listChecks(database.kysely, MAX_LISTED)
  for (const row of rows) print(lineOf(row))
  if (scanner === null) print('CLAMD_URL is not set: uploads are not scanned.')
  if (version !== null) print(version)
  for (const { text } of await scanWarnings.collect(context)) print(text)
  if (rows.length === 0) print('Nothing waits, and nothing is infected.')
  const files = rows.map(({ fileId, key, fileName, state, finding, trouble }) => ({
    fileID: fileId,
    storageKey: key,
    fileName,
    state: fileId === null ? 'refused' : state,
    finding,
    trouble,
  }))
  return { json: { scanner: version, files } }
}

function lineOf({ fileId, key, fileName, state, finding, trouble }: CheckRow): string {
  const file = fileId === null ? `Refused upload ${key}` : `File ${fileId}`
  if (state === 'infected') return `${file} (${fileName}): infected: ${finding}`
  return `${file} (${fileName}): being checked${trouble === null ? '' : `; ${trouble}`}`
}

/** @throws CommandError with a one-line reason if the scanner is unreliable. */
async function checkScanner({ scanner, print }: CommandContext) {
  if (scanner === null) throw new CommandError('CLAMD_URL is not set: there is no virus scanner to check.')
  const version = await scanner.probe()
  const verdict = await scanner.scan(inOnePiece(eicarFile()), { withinMs: WITHIN_MS })
  if (verdict.kind === 'infected') {
    print(`The virus scanner works: it found ${verdict.finding}. ${version}`)
    return { json: { ok: true, finding: verdict.finding, scanner: version } }
  }
  throw new CommandError(whyUnfit(verdict))
}

function whyUnfit(verdict: Awaited<ReturnType<Scanner['scan']>>): string {
  if (verdict.kind === 'unavailable') return `The virus scanner is away. ${verdict.reason}`
  if (verdict.kind === 'error') return `The virus scanner failed: ${verdict.reason}`
  return 'The virus scanner did not find the EICAR file: it has no real signatures. Run freshclam, and look at its log.'
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/**
 * The harmless file that every scanner with real signatures reports as a virus (eicar.org). It is split in two here,
 * because a scanner would otherwise report this source file.
 */
function eicarFile(): Buffer {
  const halves = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*']
  return Buffer.from(halves.join(''))
}
