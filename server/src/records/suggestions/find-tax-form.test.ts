import { expect, test } from 'vitest'
import { findTaxForm } from './find-tax-form.ts'

function typesOf(...texts: readonly string[]): readonly string[] {
  const found = findTaxForm(texts.map((text, at) => ({ page: at + 1, text })))
  return (found?.forms ?? []).map(({ category, type }) => `${category}/${type}`)
}

const RENDITION = 'Business Personal Property Rendition of Taxable Property'
const BOTH = ['Business Personal Property/Rendition', 'Industrial/Rendition']

test.each([
  ['a head', `Property Tax\nForm 50-144\n${RENDITION}\nCONFIDENTIAL`, BOTH],
  ['a head on one line', `Form 50-144 · ${RENDITION}`, BOTH],
  ['a title over two lines', 'Form 50-144\nBusiness Personal Property Rendition of\nTaxable Property', BOTH],
  ['a foot with the revision', `${RENDITION}\n\n50-144 • Rev. 10-25/29`, BOTH],
  [
    'a form with a letter',
    'Form 50-132-a\nProperty Owner’s Notice of Protest',
    ['Protest and Appeal/Notice of Protest'],
  ],
  [
    'an appointment',
    'Appointment of Agent for Property Tax Matters Form 50-162',
    ['Agent Authorization/Appointment of Agent'],
  ],
  [
    'an apostrophe',
    'Form 50-864\nLessee’s Designation of Agent',
    ["Agent Authorization/Lessee's Designation"],
  ],
] as const)('R19.5 the text is an official form, by %s', (_title, text, types) => {
  expect(typesOf(text)).toEqual(types)
})

test.each([
  ['a number without its title', 'Form 50-144\nAsset list'],
  ['a title without its number', RENDITION],
  ['a number in a sentence', `We ask for 30 more days to file our form 50-144, the ${RENDITION}, this year.`],
  ['a longer number', `Account 150-1444\n${RENDITION}`],
  ['a phone number', `Call 432-50-144-1\n${RENDITION}`],
  ['two forms', `Form 50-144\n${RENDITION}\nForm 50-162\nAppointment of Agent for Property Tax Matters`],
] as const)('R19.5 the text is no official form: %s', (_title, text) => {
  expect(typesOf(text)).toEqual([])
})

test('R19.5 a form behind a cover letter is found, one in the middle of a file is not', () => {
  const form = `Form 50-144\n${RENDITION}`
  expect(typesOf('Letter', form)).toEqual(BOTH)
  expect(typesOf('Letter', 'Letter', form)).toEqual([])
})
