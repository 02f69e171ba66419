import {
  COUNTY_NUMBER_INVALID,
  type addManagedCounty,
  type ManagedCounty,
} from '@portal/contract/counties/counties.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'

/** The editable values of a county. */
export type CountyValues = BodyOf<typeof addManagedCounty>

/** The same values in form fields, with one list entry per line. */
export type CountyForm = {
  readonly name: string
  readonly number: string
  readonly emailDomains: string
  readonly emailAddresses: string
  readonly contacts: string
}

export const EMPTY_FORM: CountyForm = {
  name: '',
  number: '',
  emailDomains: '',
  emailAddresses: '',
  contacts: '',
}

export function valuesOf({
  Name: name,
  number,
  emailDomains,
  emailAddresses,
  contacts,
}: ManagedCounty): CountyValues {
  return { name, number, emailDomains, emailAddresses, contacts }
}

export function formOf({
  Name: name,
  number,
  emailDomains,
  emailAddresses,
  contacts,
}: ManagedCounty): CountyForm {
  return {
    name,
    number: number ?? '',
    emailDomains: emailDomains.join('\n'),
    emailAddresses: emailAddresses.join('\n'),
    contacts,
  }
}

export function readForm({ name, number, emailDomains, emailAddresses, contacts }: CountyForm): CountyValues {
  return {
    name: name.trim(),
    number: number.trim() === '' ? null : number.trim(),
    emailDomains: entriesOf(emailDomains),
    emailAddresses: entriesOf(emailAddresses),
    contacts: contacts.trim(),
  }
}

/** Why fields are rejected before they are sent. */
export type CountyProblems = { readonly name?: string | undefined; readonly number?: string | undefined }

export function problemsOf(form: CountyForm): CountyProblems {
  const { name, number } = readForm(form)
  const isNumber = number === null || /^\d{3}$/u.test(number)
  return {
    name: name === '' ? 'Please enter a name.' : undefined,
    number: isNumber ? undefined : COUNTY_NUMBER_INVALID.sentence,
  }
}

/** Whether saving either form gives the same result. */
export function isSameForm(one: CountyForm, other: CountyForm): boolean {
  return JSON.stringify(readForm(one)) === JSON.stringify(readForm(other))
}

/** Entries as users type or paste them: one per line, or separated by commas, semicolons or spaces. */
function entriesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/u).filter((entry) => entry !== ''))]
}
