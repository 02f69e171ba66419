import { parseEmail, parseEmailDomain } from '@portal/contract/email.ts'
import { badRequest } from '../http/errors.ts'
import type { CountyRow } from './counties.repository.ts'

const LONGEST_NAME = 100
const CONTROL_CHARACTERS = /\p{Cc}/u

/** A county as commands answer it; `number` where it has one. */
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

/** A county's name, trimmed. Throws 400; a name of digits alone would be taken for an id. */
export function readCountyName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > LONGEST_NAME || CONTROL_CHARACTERS.test(name)) {
    throw badRequest(`A county's name has 1 to ${LONGEST_NAME} characters on one line.`)
  }
  if (/^\d+$/.test(name)) throw badRequest("A county's name cannot be a number.")
  return name
}

/** A county's number in its state. Throws 400. */
export function readCountyNumber(text: string): string {
  const number = text.trim()
  if (!/^\d{3}$/.test(number)) throw badRequest("A county's number has three digits, such as 101.")
  return number
}

/** Throws 400 for what is no e-mail domain. */
export function readEmailDomain(text: string): string {
  const domain = parseEmailDomain(text)
  if (domain === null) throw badRequest(`'${shown(text)}' is not an e-mail domain such as county.example.`)
  return domain
}

/** Throws 400 for what is no e-mail address. */
export function readEmailAddress(text: string): string {
  const email = parseEmail(text)
  if (!email) throw badRequest(`'${shown(text)}' is not an e-mail address.`)
  return email.address
}

/** What was typed, fit for one line of a message. */
function shown(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?').slice(0, 100)
}
