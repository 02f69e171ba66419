/** An email address as accounts use it: parsed, trimmed, in lower case. */
export type Email = { readonly address: string; readonly domain: string }

/** RFC 5321, sections 4.5.3.1.1 to 4.5.3.1.3. */
const MAX_ADDRESS_CHARACTERS = 254
const MAX_LOCAL_PART_CHARACTERS = 64
const MAX_DOMAIN_CHARACTERS = 253

/** RFC 5322's atom without `%` and `!`: old mail servers read `user%other@here` as an address of another domain. */
const ATOM = "[\\p{L}\\p{M}\\p{N}#$&'*+/=?^_`{|}~-]+"
const LOCAL_PART = new RegExp(`^${ATOM}(\\.${ATOM})*$`, 'u')
const LABEL = '[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const DOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})+$`, 'u')
const ONLY_DIGITS_AT_END = /\.\d+$/
/** Some letters and marks are invisible. With one of them, two domains look the same. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/**
 * Parses an address. Null for anything unusual: quoted local parts, comments, address literals, several `@`, `%` and
 * `!`, white space, control characters, and a domain with invisible characters, with a dot at its end or without a dot.
 */
export function parseEmail(text: string): Email | null {
  const address = text.trim().toLowerCase()
  const [local = '', domain = '', ...more] = address.split('@')
  if (more.length > 0 || address.length > MAX_ADDRESS_CHARACTERS || local.length > MAX_LOCAL_PART_CHARACTERS)
    return null
  if (!LOCAL_PART.test(local) || parseEmailDomain(domain) === null) return null
  return { address, domain }
}

/** Parses an email domain, with or without a leading `@`; null for anything unusual. */
export function parseEmailDomain(text: string): string | null {
  const domain = text.trim().toLowerCase().replace(/^@/, '')
  const fits =
    domain.length <= MAX_DOMAIN_CHARACTERS &&
    DOMAIN.test(domain) &&
    !ONLY_DIGITS_AT_END.test(domain) &&
    !INVISIBLE.test(domain)
  return fits ? domain : null
}
