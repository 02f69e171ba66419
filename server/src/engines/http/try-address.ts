import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { StartError } from '../config/start-error.ts'

/** Whoever listens on this machine takes a connection in far less. */
const TAKES_WITHIN_MS = 1000

/** Where a server listens. */
export type Address = { readonly host: string; readonly port: number }

/**
 * Looks at an address before the long steps of a start, so that one that cannot be had is told at once. It never listens
 * there: a proxy would take that for a server, and what it sent there would be lost.
 * @throws StartError with one clear line.
 */
export async function tryAddress(address: Address): Promise<void> {
  await mayListen(address).catch((error: unknown) => refuseAddress(error, address))
  if (await isTaken(address)) throw taken(address)
}

/**
 * Says why a server cannot listen there.
 * @throws StartError with one clear line; the error itself where it is another one.
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

/** A port of UDP is given by the same rules as one of TCP, and nobody connects to it. */
async function mayListen({ host, port }: Address): Promise<void> {
  const { address, family } = await lookup(host)
  const probe = createSocket(family === 6 ? 'udp6' : 'udp4')
  try {
    probe.bind({ address, port })
    await once(probe, 'listening')
  } catch (error) {
    // Somebody else's port of UDP is in nobody's way.
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
    // The system may have given the probe the very port that it tries: then it has met itself.
    return probe.localPort !== port
  } catch {
    return false
  } finally {
    clearTimeout(late)
    probe.destroy()
  }
}
