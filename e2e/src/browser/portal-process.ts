import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeFlagsOf } from '@portal/server/src/testing/npm-script.ts'

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url))
const MAIN = 'server/src/main.ts'
const COMMAND_LINE = 'server/src/cli.ts'

/** Milliseconds. The first start creates a database, and a busy machine takes its time. */
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 40_000
const COMMAND_TIMEOUT_MS = 120_000

/** Cleared, so that neither a developer's environment nor their `.env` affects a test. */
const SETTINGS = [
  'PUBLIC_URL TRUST_PROXY API_BASE_URL DATABASE_URL DATABASE_PREPARE BLOB_URL SMTP_URL MAIL_FROM STAFF_EMAIL_DOMAIN',
  'CLAMD_URL CORS_ORIGINS TIME_ZONE NEWEST_APPRAISAL_YEAR COMPANY_NAME COMPANY_URL COMPANY_LOGO COMPANY_TAGLINE',
  'HELPDESK_CONTACT FOOTER_YEAR METRICS_PORT HSTS_SUBDOMAINS DEMO_ON_NETWORK OIDC_ISSUERS',
]
  .join(' ')
  .split(' ')

export type Settings = Readonly<Record<string, string>>

/** The whole environment of a test portal. */
export function portalEnvironment(dataDir: string, settings: Settings = {}): NodeJS.ProcessEnv {
  const unset = Object.fromEntries(SETTINGS.map((name) => [name, '']))
  const own = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT: 'off',
    STAFF_EMAIL_DOMAIN: 'staff.example',
    // No test of the browser reads texts. OCR would take the time of the others.
    WORKER_LANES: 'texts',
  }
  return { ...process.env, ...unset, ...own, ...settings }
}

export type RunningPortal = {
  readonly url: string
  /** Its whole output, log lines included. */
  printed(): string
  /** Asks it to stop, and kills it after a timeout. Resolves when it is gone. */
  stop(): Promise<void>
  /** Kills it like a power failure. */
  kill(): Promise<void>
}

/**
 * Starts a real portal, with sample data if `--demo` is among the flags. Resolves when it prints its address and
 * `/readyz` agrees.
 */
export async function startPortal(
  environment: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
): Promise<RunningPortal> {
  const child = spawn(process.execPath, [...nodeFlagsOf('start'), MAIN, ...flags], {
    cwd: CHECKOUT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = collect(child)
  const stop = () => stopProcess(child)
  try {
    const url = await addressOf(child, printed)
    await untilReady(url)
    return { url, printed, stop, kill: () => killProcess(child) }
  } catch (error) {
    await stop()
    throw new Error(`The portal of the tests did not start: ${String(error)}\n${printed()}`, { cause: error })
  }
}

function collect(child: ChildProcess): () => string {
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString('utf8')
}

function addressOf(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`nothing after ${START_TIMEOUT_MS / 1000} s`)),
      START_TIMEOUT_MS,
    )
    child.stdout?.on('data', () => {
      const address = /The portal runs at (http:\S+)/.exec(printed())?.[1]
      if (!address) return
      clearTimeout(late)
      resolve(address)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(late)
      reject(new Error(`it ended with exit code ${code}`))
    })
  })
}

async function untilReady(url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(START_TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`/readyz answers ${answer.status}: ${await answer.text()}`)
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await gone
  clearTimeout(force)
}

async function killProcess(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await gone
}

/** Runs `portal WORDS --json` next to the server and returns its record. `input` is its standard input. */
export async function runCommand(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  input = '',
): Promise<unknown> {
  const child = spawn(process.execPath, [...nodeFlagsOf('portal'), COMMAND_LINE, ...words, '--json'], {
    cwd: CHECKOUT,
    env: environment,
    stdio: 'pipe',
    timeout: COMMAND_TIMEOUT_MS,
  })
  let answer = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (answer += text))
  const printed = collect(child)
  child.stdin.end(input)
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  if (code !== 0) throw new Error(`portal ${words.join(' ')} ended with ${String(code)}: ${printed()}`)
  return JSON.parse(answer.trim().split('\n').at(-1) ?? '')
}
