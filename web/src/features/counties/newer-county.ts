import type { ManagedCounty } from '@portal/contract/counties/counties.ts'
import { changedMeanwhileText, isOnlyRemote, type TwiceChanged } from '../../lib/changed-meanwhile.ts'
import { formOf, type CountyForm } from './county-values.ts'

const FIELDS = ['name', 'number', 'emailDomains', 'emailAddresses', 'contacts'] as const

export const FIELD_LABELS: Readonly<Record<keyof CountyForm, string>> = {
  name: 'Name',
  number: 'Number',
  emailDomains: 'E-mail domains',
  emailAddresses: 'E-mail addresses',
  contacts: 'Contacts',
}

type Meeting = {
  /** What the form was opened on. */
  readonly seen: ManagedCounty
  readonly typed: CountyForm
  /** What somebody else has made of it. */
  readonly newer: ManagedCounty
}

/** The form on the newer county, what was typed kept, and the sentence about it. */
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
