import { describe, expect, test } from 'vitest'
import { firstWrongField, missingFields, uploadProblem, type FormRequirements } from './required-fields.ts'
import { EMPTY_FIELDS, toFormFields, withCategory } from './upload-fields.ts'

const filled = { categoryId: 1, typeId: 10, countyId: 3, description: ' Rendition of the plant ' }
const requirements: FormRequirements = { county: 'offered', fileCount: 1 }

describe('the fields of an upload', () => {
  test('a complete form has no problem', () => {
    expect(uploadProblem(filled, requirements)).toBeNull()
  })

  test('each required field is reported, in the order of the form', () => {
    expect(missingFields(EMPTY_FIELDS, { county: 'offered', fileCount: 0 })).toEqual([
      'categoryId',
      'typeId',
      'countyId',
      'description',
      'files',
    ])
    for (const change of [
      { categoryId: null },
      { typeId: null },
      { countyId: null },
      { description: ' \n' },
    ]) {
      expect(uploadProblem({ ...filled, ...change }, requirements)).toBe('Please fill all required fields.')
    }
    expect(uploadProblem(filled, { ...requirements, fileCount: 0 })).toBe('Please fill all required fields.')
  })

  test('R3.60 an owner that is typed but not chosen blocks the form, until it is chosen or cleared', () => {
    const typed = { ...filled, typedOwner: 'spraberry minerals' }
    expect(uploadProblem(typed, requirements)).toBe('Choose an owner from the list, or clear the field.')
    expect(firstWrongField(typed, requirements)).toBe('owner')
    expect(uploadProblem({ ...typed, description: '' }, requirements)).toBe(
      'Please fill all required fields.',
    )
    const owner = { partyNumber: 1, name: 'Spraberry Minerals LP', countyId: 3 }
    expect(missingFields({ ...typed, owner }, requirements)).toEqual(['relationTypeId'])
    expect(uploadProblem({ ...typed, owner, relationTypeId: 1 }, requirements)).toBeNull()
    expect(uploadProblem({ ...typed, typedOwner: ' ' }, requirements)).toBeNull()
  })

  test('people without a choice need no county', () => {
    expect(uploadProblem({ ...filled, countyId: null }, { ...requirements, county: 'none' })).toBeNull()
  })

  test('R5.59 while the counties are not loaded nothing is sent, not even with an earlier county', () => {
    for (const countyId of [null, 3]) {
      const fields = { ...filled, countyId }
      expect(uploadProblem(fields, { ...requirements, county: 'unread' })).toMatch(/list of counties/u)
      expect(firstWrongField(fields, { ...requirements, county: 'unread' })).toBe('countyId')
    }
    expect(uploadProblem({ ...filled, description: '' }, { ...requirements, county: 'unread' })).toBe(
      'Please fill all required fields.',
    )
  })

  test('S9.4 a description may have 100 words and 1000 characters, counted after trimming', () => {
    const hundred = Array.from({ length: 100 }, () => 'word').join(' ')
    expect(uploadProblem({ ...filled, description: ` ${hundred} ` }, requirements)).toBeNull()
    expect(uploadProblem({ ...filled, description: `${hundred} more` }, requirements)).toBe(
      'Description exceeds 100 word limit.',
    )
    expect(uploadProblem({ ...filled, description: ` ${'🛢'.repeat(1000)} ` }, requirements)).toBeNull()
    expect(uploadProblem({ ...filled, description: 'x'.repeat(1001) }, requirements)).toBe(
      'Description exceeds 1000 characters.',
    )
  })

  test('a new category clears the type, the same one keeps it', () => {
    expect(withCategory(filled, 2)).toEqual({ ...filled, categoryId: 2, typeId: null })
    expect(withCategory(filled, 1)).toBe(filled)
  })

  test('S3.20 they are sent under the names of the specification, the county only if selected', () => {
    expect(toFormFields(filled)).toEqual({
      attachmentCategoryID: '1',
      attachmentTypeID: '10',
      description: 'Rendition of the plant',
      countyId: '3',
    })
    expect(toFormFields({ ...filled, countyId: null })).not.toHaveProperty('countyId')
  })
})
