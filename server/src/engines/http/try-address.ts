import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { StartError } from '../config/start-error.ts'

/** Milliseconds. A server on this machine accepts a connection much faster. */
const TAKES_WITHIN_MS = 1000

/** Where a server listens. */
export type Address = { readonly host: string; readonly port: number }

/**
 * Checks an address before the long steps of a start, so that an unusable one is reported immediately. It never listens
 * there: a proxy would take that for a server, and what the proxy sent would be lost.
 * @throws StartError with one clear line.
 */
export async function tryAddress(address: Address): Promise<void> {
  await mayListen(address).catch((error: unknown) => refuseAddress(error, address))
  if (await isTaken(address)) throw taken(address)
}

/**
 * Explains why a server cannot listen there.
 * @throws StartError with one clear line; any other error unchanged.
 */
export function refuseAddress(error: unknown, { host, port }: Address): never {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') throw taken({ host, port })
  if (code === 'EACCES')
    throw new StartError(`Port ${port} is not allowed for this user. Set PORT to 1024 or more.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    throw new StartError(`HOST ${host} is not an address of this machine.`)
  throw error
}

const taken = ({ port }: Address) => new StartError(`Port ${port} is taken. Stop what uses it, or set PORT.`)

/** Tests the rights with UDP: the same rules as for TCP apply to its ports, and no client connects to it. */
async function mayListen({ host, port }: Address): Promise<void> {
  const { address, family } = await lookup(host)
  const probe = createSocket(family === 6 ? 'udp6' : 'udp4')
  try {
    probe.bind({ address, port })
    await once(probe, 'listening')
  } catch (error) {
    // A UDP port in use does not block TCP.
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  } finally {
    probe.close()
  }
}

async function isTaken({ host, port }: Address): Promise<boolean> {
  if (port === 0) return false
  const probe = connect({ host, port })
  const late = setTimeout(() => probe.destroy(new Error('Nobody took the connection.')), TAKES_WITHIN_MS)
  try {
    await once(probe, 'connect')
    // The system may give the probe the very port that it tries; then the probe connected to itself.
    return probe.localPort !== port
  } catch {
    return false
  } finally {
    clearTimeout(late)
    probe.destroy()
  }
}
