import { parseEmail, parseEmailDomain } from '@portal/contract/email.ts'
import { failure } from '../../engines/http/errors.ts'
import {
  COUNTY_NAME_INVALID,
  COUNTY_NAME_NUMBER,
  COUNTY_NUMBER_INVALID,
  NOT_A_DOMAIN,
  NOT_AN_ADDRESS,
} from './counties.errors.ts'
import type { CountyRow } from './counties.repository.ts'

const MAX_NAME_CHARACTERS = 100
const CONTROL_CHARACTERS = /\p{Cc}/u

/** A county as commands print it; `number` where it has one. */
export type CountyRecord = {
  CountyID: number
  Name: string
  number?: string
  emailDomains: string[]
  emailAddresses: string[]
}

export function toCountyRecord({ id, name, number, domains, addresses }: CountyRow): CountyRecord {
  return {
    CountyID: id,
    Name: name,
    ...(number === null ? {} : { number }),
    emailDomains: domains,
    emailAddresses: addresses,
  }
}

/**
 * A county's name, trimmed.
 * @throws PortalError 400; a name of digits alone would be taken for an id.
 */
export function readCountyName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > MAX_NAME_CHARACTERS || CONTROL_CHARACTERS.test(name)) {
    throw failure(COUNTY_NAME_INVALID, { values: { most: MAX_NAME_CHARACTERS } })
  }
  if (/^\d+$/.test(name)) throw failure(COUNTY_NAME_NUMBER)
  return name
}

/**
 * A county's number in its state.
 * @throws PortalError 400.
 */
export function readCountyNumber(text: string): string {
  const number = text.trim()
  if (!/^\d{3}$/.test(number)) throw failure(COUNTY_NUMBER_INVALID)
  return number
}

/** @throws PortalError 400 for what is no e-mail domain. */
export function readEmailDomain(text: string): string {
  const domain = parseEmailDomain(text)
  if (domain === null) throw failure(NOT_A_DOMAIN, { values: { text: shown(text) } })
  return domain
}

/** @throws PortalError 400 for what is no e-mail address. */
export function readEmailAddress(text: string): string {
  const email = parseEmail(text)
  if (!email) throw failure(NOT_AN_ADDRESS, { values: { text: shown(text) } })
  return email.address
}

/** What was typed, fit for one line of a message. */
function shown(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?').slice(0, 100)
}
