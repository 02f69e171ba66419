import { randomUUID } from 'node:crypto'
import { getState, type PortalState } from '@portal/contract/operations/state.ts'
import fastifyCookie from '@fastify/cookie'
import { fastify, LogController, type FastifyBaseLogger } from 'fastify'
import { warningSources } from './background.ts'
import { memoizeWithTimeout } from './engines/timing/memoize.ts'
import { isLoopback } from './engines/config/loopback.ts'
import { accountMailsOutOfDate } from './rooms/sign-in/account-mails.ts'
import { accountRoutes } from './rooms/account/account.routes.ts'
import { signInRoutes } from './rooms/sign-in/sign-in.routes.ts'
import { createDoor } from './rooms/sign-in/door.ts'
import { commentsRoutes } from './rooms/comments/comments.routes.ts'
import { questionsRoutes } from './rooms/questions/questions.routes.ts'
import { countiesRoutes } from './rooms/counties/counties.routes.ts'
import { droppedFilesRoutes } from './rooms/ingestion/dropped-files/dropped-files.routes.ts'
import { mailboxRoutes } from './rooms/ingestion/mailbox/mailbox.routes.ts'
import { editRoutes } from './rooms/edit/edit.routes.ts'
import { filesRoutes } from './rooms/files/files.routes.ts'
import { passUploadsUnread } from './rooms/files/upload/receive-upload.ts'
import { answerFailures, refuseOtherMethods, refuseOtherPaths } from './engines/http/answers.ts'
import type { App, Reply, Request } from './engines/http/app-types.ts'
import { refuseUnreadable } from './engines/http/client-errors.ts'
import { capConnections } from './engines/http/connection-caps.ts'
import { findCallers, trustedProxies } from './engines/http/caller-address.ts'
import { collectWarnings } from './engines/http/collect-warnings.ts'
import { createHealth, serveHealth, type Health } from './engines/http/health.ts'
import { allowConfiguredOrigins, guardOrigin } from './engines/http/origin.ts'
import { createPipelineGuard } from './engines/http/pipeline-guard.ts'
import { measureRequests } from './engines/http/measure-requests.ts'
import { servePage } from './engines/http/page.ts'
import { takePolicyReports } from './engines/http/policy-reports.ts'
import { readBodies } from './engines/http/read-bodies.ts'
import { logRequests } from './engines/http/request-log.ts'
import { limitSending } from './engines/http/send-limit.ts'
import { serializeOnDemand } from './engines/http/serialize-on-demand.ts'
import { createServe } from './engines/http/serve.ts'
import { endConnectionsOnClosing, waitForCallsOnClosing } from './engines/http/stopping.ts'
import { toPortalError } from './engines/http/failure.ts'
import { readBackupState } from './rooms/backup/last-backup.ts'
import type { RequestMeter } from './engines/metrics/metric-source.ts'
import { listLastChanges } from './rooms/history/list-history.usecases.ts'
import { historyRoutes } from './rooms/history/history.routes.ts'
import { lookupsRoutes } from './rooms/lookups/lookups.routes.ts'
import { searchRoutes } from './rooms/search/search.routes.ts'
import { ownersRoutes } from './rooms/owners/owners.routes.ts'
import { peopleMailsOutOfDate } from './rooms/people/people-mails.ts'
import { peopleRoutes } from './rooms/people/people.routes.ts'
import { createPortalState } from './rooms/operations/state/portal-state.ts'
import { operationsRoutes } from './rooms/operations/operations.routes.ts'
import { receiptsRoutes } from './rooms/receipts/receipts.routes.ts'
import { recycleBinRoutes } from './rooms/recycle-bin/recycle-bin.routes.ts'
import { noticesRoutes } from './rooms/notices/notices.routes.ts'
import { viewerRoutes } from './rooms/viewer/viewer.routes.ts'
import { requestsRoutes } from './rooms/requests/requests.routes.ts'
import { archivesRoutes } from './rooms/archives/archives.routes.ts'
import { runsRoutes } from './rooms/runs/runs.routes.ts'
import { viewsRoutes } from './rooms/views/views.routes.ts'
import { findWaitingForPerson } from './rooms/requests/requests.usecases.ts'
import { correctionRoutes } from './rooms/corrections/corrections.routes.ts'
import { workRoutes } from './rooms/work/work.routes.ts'
import { startRoutes } from './rooms/start/start.routes.ts'
import type { PersonContext, World } from './records/context.ts'

/** A proxy in front holds idle connections for 60 s, so ours live longer. */
const KEEP_ALIVE_TIMEOUT_MS = 80_000
/** A connection without traffic for this long is closed, with everything that it holds open. */
const IDLE_TIMEOUT_MS = 120_000
const HEADERS_TIMEOUT_MS = 15_000
/**
 * Longer than the slowest upload that may finish: 50 MB at 4 KB a second, or a larger one that the firm accepts. Other
 * bodies have limits of their own.
 */
const REQUEST_TIMEOUT_MS = 4 * 3_600_000
const SLOWEST_BYTES_PER_MS = 4
/** Each warning source has two seconds of its own after the check of the database. */
const HEALTH_TIMEOUT_MS = 6000

function timeouts({ maxUploadBytes }: World['settings']) {
  return {
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: Math.max(REQUEST_TIMEOUT_MS, Math.ceil(maxUploadBytes / SLOWEST_BYTES_PER_MS)),
    timeout: IDLE_TIMEOUT_MS,
  }
}

type Options = { logger: FastifyBaseLogger; webRoot?: string; meterRequest?: RequestMeter | undefined }

/** Builds the HTTP server of a world, not yet listening. */
export async function buildApp(world: World, { logger, webRoot, meterRequest }: Options): Promise<App> {
  const { settings } = world
  const pipelineGuard = createPipelineGuard()
  const app: App = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    serverFactory: (handle) => pipelineGuard.serve(handle, timeouts(settings)),
    routerOptions: { maxParamLength: 512, ignoreDuplicateSlashes: false },
    schemaController: { compilersFactory: { buildSerializer: serializeOnDemand() } },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable(pipelineGuard),
    frameworkErrors: (error, _request, reply) => {
      const failure = toPortalError(error, undefined)
      void (reply as unknown as Reply)
        .code(failure.status)
        // No hook sees this response, so nothing else would stop a body that arrives slowly.
        .headers({ connection: 'close', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
        .send(failure.toFailure())
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      // Stored documents too: no other site frames or embeds them.
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': request.id,
    })
    if (settings.strictTransport) reply.header('strict-transport-security', settings.strictTransport)
  })
  const isTrusted = trustedProxies(settings.trustProxy)
  findCallers(app, { ...world, isTrusted })
  const bringsMany = (address: string) => isLoopback(address) || isTrusted(address)
  capConnections(app.server, { clock: world.clock, log: world.log, bringsMany })
  readBodies(app)
  limitSending(app, settings)
  logRequests(app)
  if (meterRequest) measureRequests(app, meterRequest)
  endConnectionsOnClosing(app, pipelineGuard)
  waitForCallsOnClosing(app)
  answerFailures(app)
  const readHealth = createHealth({ ...world, warnings: collectWarnings(world, warningSources()) })
  await app.register(async (health) => serveHealthWithSessions(health as App, world, readHealth))
  const readPortalState = createPortalState(world, { health: readHealth, lastBackup: readBackupState })
  const forStart = memoizeWithTimeout(world.clock, readHealth, HEALTH_TIMEOUT_MS)
  await app.register(
    async (api) => serveCalls(api as App, world, { readPortalState, readHealth: forStart }),
    {
      prefix: new URL(settings.apiBaseUrl, settings.publicUrl).pathname,
    },
  )
  if (webRoot) {
    await app.register(async (page) => {
      takePolicyReports(page, world)
      await servePage(page, { webRoot, settings })
    })
  }
  return app
}

/** Callers who may read the state of the portal can also read it at `/readyz`. */
async function serveHealthWithSessions(
  app: App,
  world: World,
  readHealth: () => Promise<Health>,
): Promise<void> {
  await app.register(fastifyCookie)
  const door = createDoor(world)
  const mayReadDetails = (request: Request) =>
    door(request, getState).then(
      () => true,
      () => false,
    )
  serveHealth(app, { readHealth, mayReadDetails })
}

type StateReaders = {
  readonly readPortalState: () => Promise<PortalState>
  readonly readHealth: () => Promise<Health>
}

async function serveCalls(
  api: App,
  world: World,
  { readPortalState, readHealth }: StateReaders,
): Promise<void> {
  passUploadsUnread(api)
  await api.register(fastifyCookie)
  api.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  allowConfiguredOrigins(api, world.settings)
  guardOrigin(api, world.settings)
  answerFailures(api)
  const serve = createServe(api, createDoor(world), ({ actor }: PersonContext, onWait) =>
    // A program does not slow down the screens of its owner. No account has a negative number.
    world.readLimiter.take(actor.token ? -actor.token.id : actor.person.accountId, { onWait }),
  )
  signInRoutes(serve)
  accountRoutes(serve)
  lookupsRoutes(serve)
  filesRoutes(serve)
  editRoutes(serve)
  receiptsRoutes(serve)
  recycleBinRoutes(serve)
  viewerRoutes(serve)
  ownersRoutes(serve)
  searchRoutes(serve)
  peopleRoutes(serve)
  historyRoutes(serve)
  countiesRoutes(serve)
  mailboxRoutes(serve)
  droppedFilesRoutes(serve)
  requestsRoutes(serve)
  runsRoutes(serve)
  commentsRoutes(serve)
  questionsRoutes(serve)
  noticesRoutes(serve)
  archivesRoutes(serve)
  viewsRoutes(serve)
  workRoutes(serve)
  correctionRoutes(serve)
  startRoutes(serve, { readHealth, findWaiting: findWaitingForPerson, listLastChanges })
  operationsRoutes(serve, {
    readPortalState,
    outOfDate: { ...accountMailsOutOfDate, ...peopleMailsOutOfDate },
  })
  refuseOtherMethods(api, serve.methodsByPath)
  // Calls at the root of their origin leave the other paths there to the page.
  if (api.prefix !== '/') refuseOtherPaths(api)
}
