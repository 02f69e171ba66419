import type { Metadata } from '@portal/contract/edit/edit.ts'
import { describe, expect, test } from 'vitest'
import { UnreadableAnswer } from '../../lib/wire.ts'
import {
  readRemainingAgents,
  readRemainingOwners,
  readAgentLinks,
  readDescriptionTypes,
  readMetadata,
  readOwnerLinks,
  readRendered,
  readSavedAgents,
  readSavedDescriptionTypes,
  readSavedMetadata,
  readSavedRendered,
} from './edit.wire.ts'
import { SAMPLE_AGENT, SAMPLE_OWNER, SAMPLE_RECORD as record } from './sample-record.ts'

const OWNER = {
  partyNumber: 100,
  OrganizationName: 'Mesa Oil',
  CADName: 'MESA',
  relationTypeId: 1,
  relationTypeName: 'Owner',
}
const ASSIGNED_OWNER = { ...SAMPLE_OWNER, address: [] }
const ASSIGNED_AGENT = { ...SAMPLE_AGENT, address: [] }

describe('the facts read of a document', () => {
  test("metadata with the county alone, like the specification's, keep the other known facts", () => {
    const { metadata } = record
    expect(readMetadata({ CountyName: 'Loving' } as never, metadata)).toEqual({
      metadata: { ...metadata, CountyName: 'Loving' },
      changes: [],
      namedOwner: null,
    })
    expect(readMetadata(null, metadata)).toEqual({ metadata, changes: [], namedOwner: null })
  })

  test("the portal's own metadata replace known facts, and say who saved which part", () => {
    const told: Metadata = { ...record.metadata, CountyID: null, CountyName: null, StatusID: 3 }
    const change = { Part: 'status', ChangedBy: 'admin', ChangedAt: '2026-03-10T15:00:00.000Z' } as const
    const namedOwner = { partyNumber: 100, OrganizationName: 'Mesa Oil', CADName: 'MESA' }
    const answer = { ...told, LatestChanges: [change], NamedOwner: namedOwner }
    expect(readMetadata(answer, record.metadata)).toEqual({ metadata: told, changes: [change], namedOwner })
  })

  test('a description that is null is empty', () => {
    const types = { attachmentCategoryId: 1, attachmentTypeId: 4, description: null }
    expect(readDescriptionTypes(types)).toEqual({ ...types, description: '' })
    const none = { attachmentCategoryId: 0, attachmentTypeId: 0, description: '' }
    expect(readDescriptionTypes(null)).toEqual(none)
  })

  test('rendered information is read in both spellings of the specification', () => {
    const facts = { rendered: true, renderedDate: '2026-04-15', extended: false }
    expect(readRendered(facts)).toEqual(facts)
    expect(readRendered({ Rendered: true, RenderedDate: '2026-04-15T00:00:00', Extended: false })).toEqual(
      facts,
    )
    expect(readRendered({ Rendered: 1, RenderedDate: '2026-04-15', Extended: 0 } as never)).toEqual(facts)
    expect(readRendered({ Rendered: true, RenderedDate: '2026-04-15', Extended: true })).toEqual({
      ...facts,
      extended: true,
    })
    expect(readRendered({ Rendered: false, RenderedDate: null })).toEqual({
      rendered: false,
      renderedDate: null,
      extended: false,
    })
  })

  test('links without a county name or an address; without a list they cannot be read', () => {
    expect(readOwnerLinks([{ ...OWNER, CADName: null } as never])).toEqual([
      { ...ASSIGNED_OWNER, party: { ...SAMPLE_OWNER.party, note: '' } },
    ])
    const agent = {
      AgentNbr: 4,
      OrganizationName: 'Lone Star Tax',
      LegacyCode: '00A',
      relationTypeId: 10,
      relationTypeName: 'Property Tax Consultant',
      Address1: null,
      City: 'Pecos',
    }
    expect(readAgentLinks([agent] as never)).toEqual([{ ...SAMPLE_AGENT, address: ['Pecos'] }])
    expect(() => readOwnerLinks({} as never)).toThrow(UnreadableAnswer)
    expect(() => readAgentLinks(null as never)).toThrow(UnreadableAnswer)
  })
})

describe('the response of a changing call', () => {
  const added = [SAMPLE_AGENT]

  test.each([{ success: true }, {}, null])('a missing fact of a response is as it was sent: %j', (answer) => {
    const told = answer as never
    const types = { ...record.descriptionTypes, description: 'New text' }
    const facts = { rendered: true, renderedDate: '2026-04-15', extended: false }
    expect(readSavedDescriptionTypes(told, types)).toEqual(types)
    expect(readSavedRendered(told, facts)).toEqual(facts)
    expect(readSavedMetadata(told, { ...record.metadata, StatusID: 3 })).toEqual({
      ...record.metadata,
      StatusID: 3,
    })
    const before = { list: [], failure: 'No.' }
    expect(readSavedAgents(told, { before, added })).toEqual({ list: [ASSIGNED_AGENT], failure: 'No.' })
    expect(readRemainingOwners(told, { before: [ASSIGNED_OWNER], taken: SAMPLE_OWNER })).toEqual([])
    expect(readRemainingAgents(told, { before: [ASSIGNED_AGENT], taken: SAMPLE_OWNER })).toEqual([
      ASSIGNED_AGENT,
    ])
  })

  test('a fact of the response counts more than what was sent', () => {
    const types = { attachmentCategoryId: 1, attachmentTypeId: 4, description: 'Told' }
    expect(readSavedDescriptionTypes({ data: types }, record.descriptionTypes)).toEqual(types)
    expect(
      readSavedRendered({ data: { Rendered: true, RenderedDate: '2026-04-15' } }, record.rendered),
    ).toEqual({
      rendered: true,
      renderedDate: '2026-04-15',
      extended: false,
    })
    expect(readSavedMetadata({ data: { Status: 'Completed', StatusID: 2 } }, record.metadata)).toEqual({
      ...record.metadata,
      Status: 'Completed',
      StatusID: 2,
    })
    const before = { list: [ASSIGNED_AGENT], failure: 'No.' }
    expect(readSavedAgents({ data: [] }, { before, added })).toEqual({ list: [], failure: null })
    expect(readRemainingOwners({ data: [OWNER] }, { before: [], taken: SAMPLE_OWNER })).toEqual([
      ASSIGNED_OWNER,
    ])
  })
})
