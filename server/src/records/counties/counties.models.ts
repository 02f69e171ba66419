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
  QUESTION_POINT_INVALID,
  TOO_MANY_QUESTION_POINTS,
} from '@portal/contract/counties/counties.ts'
import { parseEmail, parseEmailDomain } from '@portal/contract/email.ts'
import { isPlainName, tidyName } from '@portal/contract/plain-name.ts'
import { MAX_QUESTION_POINTS, POINT_MAX_CHARACTERS } from '@portal/contract/questions/question-text.ts'
import { failure } from '../../engines/http/errors.ts'
import type { CountyRow } from './counties.repository.ts'

const MAX_NAME_CHARACTERS = 100
const MAX_CONTACTS_CHARACTERS = 2000
/** Names that lead to another folder or are hidden in listings. The drop folder has a folder for each county's name. */
const NO_FOLDER = /^\.|\//
/** Control characters, and unpaired surrogates, which JSON cannot store. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u

/** A county in the format that commands print. `number` is present only if the county has one. */
export type CountyRecord = {
  CountyID: number
  Name: string
  number?: string
  emailDomains: string[]
  emailAddresses: string[]
  /** The firm's contacts there, if known. */
  contacts?: string
  /** What its people usually miss, if it has such a list. */
  questionPoints?: string[]
  /** When it was closed, in ISO 8601, if it is closed. */
  closedAt?: string
}

export function toCountyRecord(county: CountyRow): CountyRecord {
  const { id, name, number, domains, addresses, contacts, points, closedAt } = county
  return {
    CountyID: id,
    Name: name,
    ...(number === null ? {} : { number }),
    emailDomains: domains,
    emailAddresses: addresses,
    ...(contacts === '' ? {} : { contacts }),
    ...(points.length === 0 ? {} : { questionPoints: points }),
    ...(closedAt === null ? {} : { closedAt: closedAt.toISOString() }),
  }
}

/**
 * A county's name, normalized like the names of people. A lookalike name would take over another county's folder and
 * mail, and mislead its people.
 * @throws PortalError 400; a name of only digits would be taken for an id.
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
 * Lines of plain text, without surrounding spaces.
 * @throws PortalError 400.
 */
export function readContacts(text: string): string {
  const contacts = text.replaceAll(/\r\n?/g, '\n').trim()
  if (contacts.length > MAX_CONTACTS_CHARACTERS) throw failure(CONTACTS_TOO_LONG)
  if (CONTROL_CHARACTERS.test(contacts.replaceAll(/[\n\t]/g, ''))) throw failure(CONTACTS_NOT_PLAIN)
  return contacts
}

/**
 * The usual questions of a county: each a line of plain text, each once.
 * @throws PortalError 400.
 */
export function readQuestionPoints(texts: readonly string[]): string[] {
  const points = [...new Set(texts.map((text) => text.trim()))]
  if (points.length > MAX_QUESTION_POINTS) throw failure(TOO_MANY_QUESTION_POINTS)
  if (!points.every(isQuestionPoint)) throw failure(QUESTION_POINT_INVALID)
  return points
}

function isQuestionPoint(text: string): boolean {
  return text !== '' && Array.from(text).length <= POINT_MAX_CHARACTERS && !CONTROL_CHARACTERS.test(text)
}

/** @throws PortalError 400 if the text is not an email domain. */
export function readEmailDomain(text: string): string {
  const domain = parseEmailDomain(text)
  if (domain === null) throw failure(NOT_A_DOMAIN, { values: { text: shown(text) } })
  return domain
}

/** @throws PortalError 400 if the text is not an email address. */
export function readEmailAddress(text: string): string {
  const email = parseEmail(text)
  if (!email) throw failure(NOT_AN_ADDRESS, { values: { text: shown(text) } })
  return email.address
}

/** The typed text, made to fit one line of a message. */
function shown(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?').slice(0, 100)
}
