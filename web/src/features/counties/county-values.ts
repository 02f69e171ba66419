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
  readonly questionPoints: string
}

export const EMPTY_FORM: CountyForm = {
  name: '',
  number: '',
  emailDomains: '',
  emailAddresses: '',
  contacts: '',
  questionPoints: '',
}

export function valuesOf({
  Name: name,
  number,
  emailDomains,
  emailAddresses,
  contacts,
  questionPoints,
}: ManagedCounty): CountyValues {
  return { name, number, emailDomains, emailAddresses, contacts, questionPoints }
}

export function formOf({
  Name: name,
  number,
  emailDomains,
  emailAddresses,
  contacts,
  questionPoints,
}: ManagedCounty): CountyForm {
  return {
    name,
    number: number ?? '',
    emailDomains: emailDomains.join('\n'),
    emailAddresses: emailAddresses.join('\n'),
    contacts,
    questionPoints: questionPoints.join('\n'),
  }
}

export function readForm({
  name,
  number,
  emailDomains,
  emailAddresses,
  contacts,
  questionPoints,
}: CountyForm): CountyValues {
  return {
    name: name.trim(),
    number: number.trim() === '' ? null : number.trim(),
    emailDomains: entriesOf(emailDomains),
    emailAddresses: entriesOf(emailAddresses),
    contacts: contacts.trim(),
    questionPoints: linesOf(questionPoints),
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

/** One entry per line. */
function linesOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
}

/** Entries as users type or paste them: one per line, or separated by commas, semicolons or spaces. */
function entriesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/u).filter((entry) => entry !== ''))]
}
