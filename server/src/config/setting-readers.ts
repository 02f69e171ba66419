import { isIP } from 'node:net'
import type { Environment } from './settings.ts'
import { StartError } from './start-error.ts'

function wrong(name: string, value: string, expected: string): never {
  throw new StartError(`${name} is '${value}', but must be ${expected}.`)
}

function isHttp(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function isOrigin(value: string): boolean {
  return isHttp(value) && new URL(value).origin === value
}

function isSmtp(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, pathname, search, hash } = new URL(value)
  return /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && !search && !hash
}

/** An address of mail, with or without the name it goes under. */
const ADDRESS = /[^\s<>@,;"]+@[^\s<>@,;"]+/.source
const SENDER = new RegExp(`^(${ADDRESS}|([^<>"@,;\\r\\n]+|"[^"\\r\\n]*") *<${ADDRESS}>)$`)

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Readers of single settings; an empty value means not set, a wrong one throws StartError with the variable's name. */
export function readers(environment: Environment) {
  const text = (name: string): string | null => environment[name]?.trim() || null
  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)

  return {
    text,
    wholeNumber(name: string, otherwise: number, range: { from: number; to: number }): number {
      const value = text(name)
      if (value === null) return otherwise
      const number = Number(value)
      const fits = /^\d+$/.test(value) && number >= range.from && number <= range.to
      return fits ? number : wrong(name, value, `a whole number from ${range.from} to ${range.to}`)
    },
    onOff(name: string, otherwise: boolean): boolean {
      const value = text(name)
      if (value === null) return otherwise
      return value === 'on' ? true : value === 'off' ? false : wrong(name, value, "'on' or 'off'")
    },
    origin(name: string, otherwise: string): string {
      const value = (text(name) ?? otherwise).replace(/\/+$/, '')
      return isOrigin(value)
        ? value
        : wrong(name, value, 'an address such as https://portal.example, without a path')
    },
    origins(name: string): string[] {
      const values = list(name).map((value) => value.replace(/\/+$/, ''))
      const bad = values.find((value) => !isOrigin(value))
      return bad === undefined
        ? values
        : wrong(name, bad, 'addresses such as https://portal.example, separated by commas')
    },
    addresses(name: string): string[] {
      const values = list(name)
      const bad = values.find((value) => !isAddressOrNetwork(value))
      return bad === undefined ? values : wrong(name, bad, 'IP addresses or networks, separated by commas')
    },
    apiBase(name: string, otherwise: string): string {
      const value = (text(name) ?? otherwise).replace(/\/+$/, '')
      // `//host` and `..` would mean another place once they stand in an address.
      const isPath = /^(\/[\w-][\w.-]*)+$/.test(value)
      return isPath || isHttp(value) ? value : wrong(name, value, "a path such as '/api' or an http address")
    },
    sender(name: string, otherwise: string): string {
      const value = text(name) ?? otherwise
      return SENDER.test(value)
        ? value
        : wrong(
            name,
            value.replaceAll(/\s+/g, ' '),
            'one address, such as portal@firm.example or Portal <portal@firm.example>',
          )
    },
    webAddress(name: string, otherwise: string): string {
      const value = text(name) ?? otherwise
      return value === '' || value.startsWith('/') || isHttp(value)
        ? value
        : wrong(name, value, 'an http address or a path')
    },
    databaseUrl(name: string): string | null {
      const value = text(name)
      if (value === null || (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)))
        return value
      // The value may hold a password, so it is not repeated.
      throw new StartError(`${name} must be an address such as postgres://user:password@host:5432/portal.`)
    },
    smtpUrl(name: string): string | null {
      const value = text(name)
      if (value === null || isSmtp(value)) return value
      // The value may hold a password, so it is not repeated.
      throw new StartError(
        `${name} must be an address such as smtp://user:password@mail.example:587, or smtps:// for TLS from the start.`,
      )
    },
    emailDomain(name: string, otherwise: string | null): string | null {
      const value = text(name)?.toLowerCase() ?? otherwise
      if (value === null || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value)) return value
      return wrong(name, value, 'an e-mail domain such as firm.example')
    },
    timeZone(name: string, otherwise: string): string {
      const value = text(name) ?? otherwise
      try {
        return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone
      } catch {
        return wrong(name, value, 'a time zone such as America/Chicago')
      }
    },
  }
}
