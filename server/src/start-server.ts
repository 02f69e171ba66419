import { join } from 'node:path'
import { buildWeb } from '@portal/web/build.ts'
import { buildApp } from './app.ts'
import {
  environmentOfCheckout,
  environmentOfProcess,
  type Environment,
} from './engines/config/environment.ts'
import { mistypedSettings } from './engines/config/mistyped-settings.ts'
import { readSettings, type Settings } from './engines/config/settings.ts'
import { requireBackupFolder } from './engines/backup/backup-folder.ts'
import { refuseMarkedFolder } from './engines/backup/restore-folder-mark.ts'
import { hasCluster, requireFolder } from './engines/database/embedded/cluster-files.ts'
import { leave } from './engines/config/leave.ts'
import { requireMatchingStore } from './records/stored-files/bytes/store-identity.ts'
import { sweepBrokenUploads } from './records/stored-files/bytes/sweep-stored-bytes.ts'
import { scanWarnings } from './records/stored-files/scan/scan.warnings.ts'
import { serveAsOwner } from './engines/process/serve-as-owner.ts'
import { METRIC_SOURCES, warningSources, workOfServer } from './background.ts'
import { runJobs } from './engines/jobs/run-jobs.ts'
import { collectWarnings } from './engines/http/collect-warnings.ts'
import { createLog } from './engines/log/log.ts'
import type { Metrics } from './engines/metrics/create-metrics.ts'
import type { MetricsServer } from './engines/metrics/serve-metrics.ts'
import type { World } from './records/context.ts'
import { buildWorld, type OpenedWorld } from './world.ts'
import { warnOfStorage } from './engines/storage/out-of-room.ts'
import type { App } from './engines/http/app-types.ts'
import { receiveStopSignals } from './engines/process/stop-signals.ts'
import { refuseAddress, tryAddress } from './engines/http/try-address.ts'
import { withFacts, type Warning } from './engines/warnings/warning-source.ts'
import { anyAccountExists } from './records/accounts/base/accounts.repository.ts'

/** Settings without a secret that another terminal needs to reach the same portal and to print its address. */
const TO_REPEAT = ['DATA_DIR', 'PORT', 'PUBLIC_URL'] as const

/** Settings with a secret that another terminal also needs. Their values are not printed. */
const TO_FILL_IN = ['DATABASE_URL', 'BLOB_URL'] as const

type Output = {
  /** Of the process, without `.env`, which each command reads itself. */
  readonly environment: Environment
  /** Where it listens: a PORT of 0 has become a free one. */
  readonly port: number
  readonly print: (line: string) => void
}

const print = (line: string) => console.log(line)

/**
 * Starts the portal and runs it until a stop signal.
 * @throws StartError with one clear line, and StoppedAtStart if a stop signal came before it ran.
 */
export async function startServer({ isDemo }: { isDemo: boolean }): Promise<void> {
  const signals = receiveStopSignals()
  const environment = environmentOfCheckout()
  const settings = readSettings(environment, { isDemo })
  requireFolder(settings.dataDir)
  refuseMarkedFolder(settings.dataDir)
  requireBackupFolder(settings)
  await tryAddress(settings)
  const webRoot = await buildWeb({ log: print })
  serveAsOwner(
    { dataDir: settings.dataDir, reads: [join(webRoot, 'index.html'), import.meta.filename] },
    print,
  )
  // Root may listen where the owner may not.
  await tryAddress(settings)
  signals.aborted.throwIfAborted()
  if (isNew(settings)) print('Making the database, once …')
  const logger = createLog()
  process.on('uncaughtException', (error) => {
    // The state after it is unknown. The next start begins with a sound one.
    logger.fatal({ err: error }, 'A failure that nobody caught ends the portal.')
    void leave(1)
  })
  const world = await buildWorld(settings, {
    log: logger,
    isServer: true,
    print,
    stopped: signals.aborted,
  })
  try {
    await requireMatchingStore(world)
    // The embedded database admits one server, so files staged on its disk now belong to interrupted uploads.
    if (settings.databaseUrl === null && settings.bucket === null) await sweepBrokenUploads(world)
    const demo = isDemo ? await import('./demo/demo.ts') : null
    await demo?.fillWithSamples(world, print)
    signals.aborted.throwIfAborted()
    const metrics = settings.metricsPort === null ? null : await loadMetrics()
    const app = await buildApp(world, { logger, webRoot, meterRequest: metrics?.meterRequest })
    const scraped = metrics && (await serveMetrics(metrics, world))
    const jobs = runJobs(world, workOfServer(settings))
    await listen(app, settings)
    signals.handOver((signal) => stopInOrder(signal, { app, world, stopJobs: jobs.stop, scraped }))
    const port = boundPort(app, settings)
    print(`The portal runs at ${settings.port === 0 ? `http://localhost:${port}` : settings.publicUrl}`)
    if (scraped) print(`Metrics are at http://127.0.0.1:${scraped.port}/metrics`)
    for (const problem of mistypedSettings(environment)) print(`Note: ${problem}`)
    printWarnings(collectWarnings(world, warningSources()).now())
    await world.scanner?.probe()
    printWarnings(withFacts(scanWarnings, await scanWarnings.collect(world)))
    await warnOfStorage(world.storage, print)
    await (demo
      ? demo.printDemoHints(world, print)
      : printFirstSteps(world, { environment: environmentOfProcess(), port, print }))
  } catch (error) {
    await world.close()
    throw error
  }
}

/** The advice is in a line of its own, because it may name settings. */
function printWarnings(warnings: readonly Warning[]): void {
  for (const { text, advice } of warnings) {
    print(`Note: ${text}`)
    if (advice !== null) print(`      ${advice}`)
  }
}

function isNew({ databaseUrl, dataDir }: Settings): boolean {
  return databaseUrl === null && !hasCluster(dataDir)
}

function boundPort(app: App, settings: Settings): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : settings.port
}

async function listen(app: App, { host, port }: Settings): Promise<void> {
  await app.listen({ host, port }).catch((error: unknown) => refuseAddress(error, { host, port }))
}

/** Loads the library only if metrics are in use. */
async function loadMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./engines/metrics/create-metrics.ts')
  return createMetrics()
}

/** Loads the server of metrics only where METRICS_PORT is set. */
async function serveMetrics(metrics: Metrics, world: World): Promise<MetricsServer> {
  const metricsServer = await import('./engines/metrics/serve-metrics.ts')
  const scrape = metrics.tellOf(world, METRIC_SOURCES)
  return metricsServer.serveMetrics(world.settings.metricsPort ?? 0, scrape, world.log)
}

type Running = {
  app: App
  world: OpenedWorld
  stopJobs: () => Promise<void>
  scraped: MetricsServer | null
}

/** Milliseconds for running calls, including uploads, to finish. */
const SHUTDOWN_GRACE_MS = 30_000

/** Stops new calls, waits for running ones, then stops jobs, then the database. */
async function stopInOrder(signal: string, { app, world, stopJobs, scraped }: Running): Promise<void> {
  world.log.info({ signal }, 'Stopping: calls in flight finish first.')
  const late = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS)
  await app.close()
  clearTimeout(late)
  world.stopPrinting()
  world.stopPreviews()
  await stopJobs()
  scraped?.close()
  await world.close()
  world.log.info({ signal }, 'The portal has stopped.')
  await leave(0)
}

/** Prints how to add the first administrator, if there is no account. */
export async function printFirstSteps(
  { database }: Pick<World, 'database'>,
  { environment, port, print }: Output,
): Promise<void> {
  if (await anyAccountExists(database.kysely)) return
  const secret = TO_FILL_IN.filter((name) => environment[name]).map((name) => `${name}='the same' `)
  const repeated = TO_REPEAT.flatMap((name) => {
    const value = name === 'PORT' && environment[name] === '0' ? String(port) : environment[name]
    return value ? [`${name}=${quoted(value)} `] : []
  })
  const settings = [...secret, ...repeated]
  print('There is no account yet. Add the first administrator in another terminal, with the same settings:')
  print(`  ${settings.join('')}npm run -s portal -- user add --email you@your-firm.example --admin`)
  print('It prints a link to set the password.')
}

/** Quotes a value for a shell. */
function quoted(value: string): string {
  return /^[\w/.:@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`
}
