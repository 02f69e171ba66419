import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { callerAddress, trustedProxies } from './caller-address.ts'

const isTrusted = trustedProxies(['127.0.0.0/8', '::1', '10.1.0.0/16', '2001:db8:9::/48'])

const addressOf = (remoteAddress: string, forwarded?: string) =>
  callerAddress(
    { socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
    isTrusted,
  )

describe('addresses in networks', () => {
  it.each([
    ['::/64', '192.0.2.7', false],
    ['::/64', '::ffff:192.0.2.7', false],
    ['::/0', '192.0.2.7', false],
    ['::/0', '2001:db8::1', true],
    ['::/64', '::1', true],
    ['::ffff:0:0/64', '192.0.2.7', false],
    ['0.0.0.0/0', '192.0.2.7', true],
    ['0.0.0.0/0', '::ffff:c000:207', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['192.0.2.0/24', '::ffff:192.0.2.7', true],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['::ffff:192.0.2.7', '192.0.2.8', false],
    ['::ffff:192.0.2.0/120', '192.0.2.7', true],
    ['::ffff:192.0.2.0/120', '::ffff:192.0.2.7', true],
    ['::ffff:192.0.2.0/120', '192.0.3.7', false],
    ['::ffff:0:0/96', '192.0.2.7', true],
    ['::ffff:0:0/96', '2001:db8::1', false],
  ])('R1.12 R27.6 IPv4 addresses are in no IPv6 network: %s and %s, %s', (network, address, isIn) => {
    expect(trustedProxies([network])(address)).toBe(isIn)
  })
})

describe('the address of a caller', () => {
  it.each([
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['::1', ' 2001:db8::1 ', '2001:db8::1'],
    ['2001:db8:9::5', '203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', '192.0.2.1, 203.0.113.7, 10.1.4.4', '203.0.113.7'],
    ['127.0.0.1', '10.1.2.2, 10.1.4.4', '10.1.2.2'],
    ['127.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['127.0.0.1', '[2001:db8::1]', '2001:db8::1'],
  ])('R1.32 V4.1.3 comes from trusted proxies: from %s, %s is %s', (from, forwarded, address) => {
    expect(addressOf(from, forwarded)).toBe(address)
  })

  it.each([
    ['127.0.0.1', 'unknown'],
    ['127.0.0.1', ''],
    ['127.0.0.1', '203.0.113.7, <script>'],
    ['127.0.0.1', '203.0.113.7, 10.1.4.4, 999.1.1.1'],
    ['127.0.0.1', '203.0.113.7:x'],
    ['127.0.0.1', '[203.0.113.7'],
    ['127.0.0.1', 'fe80::1%eth0'],
    ['127.0.0.1', '9'.repeat(10_000)],
    ['198.51.100.9', '203.0.113.7'],
    ['198.51.100.9', '127.0.0.1'],
  ])('R1.32 is the connection’s if no trusted proxy gives one: from %s, %.40s', (from, forwarded) => {
    expect(addressOf(from, forwarded)).toBe(from)
  })
})

describe('a forwarded header from an untrusted sender', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await testPortal({ environment: { PUBLIC_URL: 'https://portal.firm.example' } })
  })
  afterAll(() => portal.close())

  const ask = (remoteAddress: string, headers: Record<string, string>) =>
    portal.app.inject({ url: '/api/config', remoteAddress, headers })
  const told = () => portal.log.filter((line) => line.includes('TRUST_PROXY'))
  const warnings = async () =>
    (await portal.app.inject({ url: '/readyz' })).json<{ warnings: string[] }>().warnings.join(' ')

  it('R1.31 V15.3.4 of the same machine is trusted if the portal is behind https, without a report', async () => {
    await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })
    expect(portal.log.at(-1)).toContain('"address":"203.0.113.7"')
    expect([told(), await warnings()]).toEqual([[], expect.not.stringContaining('forwarded')])
  })

  it.each([
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { 'x-real-ip': '203.0.113.7' },
  ])('R1.31 V15.3.4 changes nothing, and is reported once in the log and in /readyz: %j', async (headers) => {
    await ask('198.51.100.9', headers)
    expect(portal.log.at(-1)).toContain('"address":"198.51.100.9"')
    expect(told()).toHaveLength(1)
    const text = await warnings()
    expect(text).toContain('A forwarded header was ignored: TRUST_PROXY does not name who sent it.')
    expect(text).not.toContain('198.51.100.9')
  })
})

describe('without https', () => {
  it('V15.3.4 no one is trusted unless TRUST_PROXY says so', async () => {
    const portal = await testPortal()
    await portal.app.inject({ url: '/api/config', headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(portal.log.at(-1)).toContain('"address":"127.0.0.1"')
    await portal.close()
  })
})
