import {
  CONTACTS_NOT_PLAIN,
  CONTACTS_TOO_LONG,
  COUNTY_NAME_INVALID,
  COUNTY_NAME_NOT_PLAIN,
  COUNTY_NAME_NO_FOLDER,
  COUNTY_NAME_NUMBER,
  COUNTY_NUMBER_INVALID,
  NOT_A_DOMAIN,
  NOT_AN_ADDRESS,
} from '@portal/contract/counties/counties.ts'
import { parseEmail, parseEmailDomain } from '@portal/contract/email.ts'
import { isPlainName, tidyName } from '@portal/contract/plain-name.ts'
import { failure } from '../../engines/http/errors.ts'
import type { CountyRow } from './counties.repository.ts'

const MAX_NAME_CHARACTERS = 100
const MAX_CONTACTS_CHARACTERS = 2000
/** What leads to another folder, or is hidden in listings; the drop folder has one by the name of each county. */
const NO_FOLDER = /^\.|\//
/** Control characters, and halves of characters, which no JSON keeps. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u

/** A county as commands print it; `number` where it has one. */
export type CountyRecord = {
  CountyID: number
  Name: string
  number?: string
  emailDomains: string[]
  emailAddresses: string[]
  /** Whom the firm speaks with there, where that is known. */
  contacts?: string
  /** When it was closed, ISO 8601, where it is. */
  closedAt?: string
}

export function toCountyRecord(county: CountyRow): CountyRecord {
  const { id, name, number, domains, addresses, contacts, closedAt } = county
  return {
    CountyID: id,
    Name: name,
    ...(number === null ? {} : { number }),
    emailDomains: domains,
    emailAddresses: addresses,
    ...(contacts === '' ? {} : { contacts }),
    ...(closedAt === null ? {} : { closedAt: closedAt.toISOString() }),
  }
}

/**
 * A county's name, as names of people are kept: one that only looks like another county's would take its folder, its mail and
 * its people's eye.
 * @throws PortalError 400; a name of digits alone would be taken for an id.
 */
export function readCountyName(text: string): string {
  const name = tidyName(text)
  if (name === '' || name.length > MAX_NAME_CHARACTERS || CONTROL_CHARACTERS.test(name)) {
    throw failure(COUNTY_NAME_INVALID, { values: { most: MAX_NAME_CHARACTERS } })
  }
  if (!isPlainName(name)) throw failure(COUNTY_NAME_NOT_PLAIN)
  if (NO_FOLDER.test(name)) throw failure(COUNTY_NAME_NO_FOLDER)
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

/**
 * Lines of plain text, without spaces around them.
 * @throws PortalError 400.
 */
export function readContacts(text: string): string {
  const contacts = text.replaceAll(/\r\n?/g, '\n').trim()
  if (contacts.length > MAX_CONTACTS_CHARACTERS) throw failure(CONTACTS_TOO_LONG)
  if (CONTROL_CHARACTERS.test(contacts.replaceAll(/[\n\t]/g, ''))) throw failure(CONTACTS_NOT_PLAIN)
  return contacts
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
