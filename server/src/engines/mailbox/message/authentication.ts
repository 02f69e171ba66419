import type { HeaderFields } from './header-fields.ts'
import { plainField } from './plain-field.ts'

/** The result of one check of a mail server: `dkim=pass header.d=firm.example`. */
type Finding = {
  readonly method: string
  readonly result: string
  readonly properties: ReadonlyMap<string, string>
}

/** Characters of a field. A longer field is not read in part, because text of the sender could move its end. */
const LONGEST_FIELD = 8192
/** The plain name of a server, unquoted. A server that strips forged fields may not recognize other spellings. */
const SERVER = /^[\w.:-]+(?=[\s;(]|$)/

/**
 * Whether a trusted mail server verified that a message came from the domain of its sender (RFC 8601): by DMARC, or by
 * DKIM of that domain or a parent domain. Only fields at the top count, and of several in a row only those of the same
 * server, because a sender's own fields are below the ones that the server adds. For the same reason the topmost field
 * with a check decides it. A field that is too long, or has an unfinished comment or quotation, may hold any result:
 * then nothing is proven.
 */
export function isVouchedFor(
  header: HeaderFields,
  { trusted, domain }: { trusted: readonly string[]; domain: string },
): boolean {
  const findings = findingsAtTop(header, trusted)
  const dmarc = findings.filter(({ method }) => method === 'dmarc')
  if (dmarc.length > 0) {
    return dmarc.every(({ result, properties }) => {
      return result === 'pass' && (properties.get('header.from') ?? domain) === domain
    })
  }
  return findings.some(({ method, result, properties }) => {
    const signer = properties.get('header.d') ?? properties.get('header.i')?.replace(/^.*@/, '')
    return method === 'dkim' && result === 'pass' && signer !== undefined && isAbove(signer, domain)
  })
}

/** A signer of a domain vouches for its subdomains. A top-level domain vouches for none. */
function isAbove(signer: string, domain: string): boolean {
  return signer.includes('.') && (domain === signer || domain.endsWith(`.${signer}`))
}

function findingsAtTop({ fields }: HeaderFields, trusted: readonly string[]): Finding[] {
  const first = fields.findIndex(({ name }) => name === 'authentication-results')
  const findings: Finding[] = []
  for (const { name, value } of fields.slice(Math.max(first, 0))) {
    if (name !== 'authentication-results') break
    // A version may follow the name of the server.
    if (!trusted.includes(SERVER.exec(value)?.[0].toLowerCase() ?? '')) break
    const plain = value.length > LONGEST_FIELD ? null : plainField(value)
    if (plain === null) return []
    const told = new Set(findings.map(({ method }) => method))
    const [, ...said] = plain.split(';')
    findings.push(...said.map(findingOf).filter(({ method }) => !told.has(method)))
  }
  return findings
}

function findingOf(text: string): Finding {
  const [outcome = '', ...properties] = text.trim().toLowerCase().split(/\s+/)
  const [method = '', result = ''] = outcome.split('=')
  return {
    method: method.split('/')[0] ?? '',
    result,
    properties: new Map(properties.map(pairOf)),
  }
}

function pairOf(property: string): [string, string] {
  const at = property.indexOf('=')
  return [property.slice(0, at), property.slice(at + 1)]
}
