import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError } from '../config/start-error.ts'
import type { Log } from '../log/log.ts'
import type { Scrape } from './create-metrics.ts'

/** The scraper runs on this machine, or connects through a proxy with its own key. */
const LOOPBACK = '127.0.0.1'
const MAX_CONNECTIONS = 16
const TIMEOUT_MS = 10_000

export type MetricsServer = { readonly port: number; close(): void }

/**
 * Serves `/metrics` to this machine alone; 0 picks a free port.
 * @throws StartError if the port is in use.
 */
export async function serveMetrics(port: number, scrape: Scrape, log: Log): Promise<MetricsServer> {
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, keepAliveTimeout: TIMEOUT_MS },
    (request, response) => {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
        response.writeHead(404).end()
        return
      }
      scrape.text().then(
        (text) => response.writeHead(200, { 'content-type': scrape.contentType }).end(text),
        (error: unknown) => {
          log.error({ err: error }, 'Could not collect metrics.')
          response.writeHead(500).end()
        },
      )
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  await listen(server, port)
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen({ host: LOOPBACK, port })
  await once(server, 'listening').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE') {
      throw new StartError(`METRICS_PORT ${port} is taken. Stop what uses it, or set another one.`)
    }
    if (code === 'EACCES') {
      throw new StartError(`METRICS_PORT ${port} is not allowed for this user. Set it to 1024 or more.`)
    }
    throw error
  })
}
