import type { ManagedCounty } from '@portal/contract/counties/counties.ts'
import { changedMeanwhileText, isOnlyRemote, type TwiceChanged } from '../../lib/changed-meanwhile.ts'
import { formOf, type CountyForm } from './county-values.ts'

const FIELDS = ['name', 'number', 'emailDomains', 'emailAddresses', 'contacts', 'questionPoints'] as const

export const FIELD_LABELS: Readonly<Record<keyof CountyForm, string>> = {
  name: 'Name',
  number: 'Number',
  emailDomains: 'E-mail domains',
  emailAddresses: 'E-mail addresses',
  contacts: 'Contacts',
  questionPoints: 'Usual questions',
}

type Meeting = {
  /** The county's state when the form opened. */
  readonly seen: ManagedCounty
  readonly typed: CountyForm
  /** The county as someone else changed it. */
  readonly newer: ManagedCounty
}

/** Rebases the user's input onto the newer state of the county, with a sentence about the change. */
export function rebaseCounty({ seen, typed, newer }: Meeting): { form: CountyForm; text: string } {
  const [before, theirs] = [formOf(seen), formOf(newer)]
  const fields = FIELDS.map((name) => ({
    name,
    label: FIELD_LABELS[name],
    before: before[name],
    typed: typed[name],
    theirs: theirs[name],
    shown: theirs[name].split('\n').join(', '),
  }))
  const taken = fields.filter(isOnlyRemote).map(({ name }) => [name, theirs[name]] as const)
  return {
    form: { ...typed, ...Object.fromEntries(taken) },
    text: changedMeanwhileText('county', [...fields, ...stateOf(seen, newer)]),
  }
}

function stateOf({ state: before }: ManagedCounty, { state: theirs }: ManagedCounty): TwiceChanged[] {
  if (theirs === before) return []
  const label = `State (${theirs})`
  return [{ label, before, typed: before, theirs, shown: theirs }]
}
