import { expect, test } from 'vitest'
import { EMPTY_FORM, formOf, readForm, valuesOf } from './county-values.ts'

const county = {
  CountyID: 7,
  Name: 'Reeves',
  number: '195',
  emailDomains: ['a.example', 'b.example'],
  emailAddresses: ['chief@mail.example'],
  contacts: 'Ana Ruiz\n432 555 0100',
  questionPoints: ['The signature of the owner', 'An account number'],
  state: 'open',
  closedAt: null,
  people: 2,
  documents: 3,
  version: 'x',
} as const

test('a county is written into its form and read from it again', () => {
  const managed = {
    ...county,
    emailDomains: [...county.emailDomains],
    emailAddresses: [...county.emailAddresses],
    questionPoints: [...county.questionPoints],
  }
  expect(readForm(formOf(managed))).toEqual(valuesOf(managed))
})

test('domains are read in any pasted form, each once, and an empty number is none', () => {
  const form = { ...EMPTY_FORM, name: ' Ward ', emailDomains: 'a.example, b.example;\n\n a.example' }
  expect(readForm(form)).toEqual({
    name: 'Ward',
    number: null,
    emailDomains: ['a.example', 'b.example'],
    emailAddresses: [],
    contacts: '',
    questionPoints: [],
  })
})
