import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { StartError } from '../config/start-error.ts'
import { freePort } from '../database/embedded/postmaster-starter.ts'
import { tryAddress } from './try-address.ts'

const HOST = '127.0.0.1'

let server: Server | undefined
afterEach(() => void server?.close())

async function listenOn(port: number): Promise<void> {
  server = createServer().listen({ host: HOST, port })
  await once(server, 'listening')
}

test('a free address is accepted, any free port too, and is free afterwards', async () => {
  const port = await freePort()
  await tryAddress({ host: HOST, port })
  await tryAddress({ host: 'localhost', port: 0 })
  await listenOn(port)
  expect(server?.listening).toBe(true)
})

test('a port in use is refused in one line that names the setting', async () => {
  const port = await freePort()
  await listenOn(port)
  for (const host of [HOST, '0.0.0.0']) {
    const refused = tryAddress({ host, port })
    await expect(refused).rejects.toThrow(StartError)
    await expect(refused).rejects.toThrow(`Port ${port} is taken. Stop what uses it, or set PORT.`)
  }
})

test('an address of another machine is refused, and an unknown name', async () => {
  for (const host of ['192.0.2.1', 'nowhere.invalid']) {
    await expect(tryAddress({ host, port: 0 })).rejects.toThrow(
      `HOST ${host} is not an address of this machine.`,
    )
  }
})
