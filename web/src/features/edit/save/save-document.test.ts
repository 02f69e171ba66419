import { describe, expect, test } from 'vitest'
import type { EditRecord } from '../edit-record.ts'
import { agentToLink } from '../links/links.ts'
import { SAMPLE_AGENT, SAMPLE_OWNER, SAMPLE_RECORD as record } from '../sample-record.ts'
import { partialText, saveDocument, type EditCalls } from './save-document.ts'
import type { SavePlan } from './save-plan.ts'

const NONE = { owner: [], agent: [] }
const plan: SavePlan = {
  descriptionTypes: { description: 'New text', attachmentTypeId: 11 },
  rendered: { rendered: true, renderedDate: '2026-04-15' },
  pending: { owner: [SAMPLE_OWNER], agent: [SAMPLE_AGENT] },
  statusId: 3,
}
const HIDDEN_TILL_NOW = { rendered: true, renderedDate: '2025-04-15', extended: true }

type Part = 'descriptiontypes' | 'rendered' | 'agents' | 'status'

/** Calls that record their requests, and fail if the test says so. */
function openCalls(failing?: Part) {
  const asked: unknown[] = []
  let version = 1
  const answer = <T>(part: Part, known: EditRecord, body: unknown, data: T) => {
    asked.push([part, known.metadata.FileID, body, known.etag])
    if (part === failing) throw new Error(`${part} failed`)
    version += 1
    return { data, etag: `"${version}"` }
  }
  const calls: EditCalls = {
    saveDescriptionTypes: async (known, change) =>
      answer('descriptiontypes', known, change, {
        attachmentCategoryId: 1,
        attachmentTypeId: 11,
        description: 'New text',
      }),
    saveRendered: async (known, change) =>
      answer('rendered', known, change, { ...HIDDEN_TILL_NOW, renderedDate: '2026-04-15' }),
    saveAgents: async (known, links) =>
      answer(
        'agents',
        known,
        { agents: links.map(agentToLink) },
        { list: [{ ...SAMPLE_AGENT, address: ['1 Main St'] }], failure: null },
      ),
    saveStatus: async (known, change) =>
      answer('status', known, change, { ...record.metadata, StatusID: 3, Status: 'In Progress' }),
    findRendered: async () => HIDDEN_TILL_NOW,
  }
  return { asked, calls }
}

describe('saving a document', () => {
  test('R3.39 the owner that the sender named goes with its link, and stays with another', async () => {
    const namedOwner = { partyNumber: 100, OrganizationName: 'Mesa Oil', CADName: 'MESA' }
    const saved = await saveDocument({ ...record, namedOwner }, plan, openCalls().calls)
    expect(saved.record.namedOwner).toBeNull()
    const other = { ...namedOwner, partyNumber: 200 }
    const kept = await saveDocument({ ...record, namedOwner: other }, plan, openCalls().calls)
    expect(kept.record.namedOwner).toBe(other)
  })

  test('R5.12 follows the order of the specification, each call on the version before it', async () => {
    const { asked, calls } = openCalls()
    const outcome = await saveDocument(record, plan, calls)
    expect(asked).toEqual([
      ['descriptiontypes', 7, { description: 'New text', attachmentTypeId: 11 }, '"1"'],
      ['rendered', 7, { rendered: true, renderedDate: '2026-04-15' }, '"2"'],
      [
        'agents',
        7,
        { agents: [{ agentName: 'Lone Star Tax', legacyCode: '00A', relationTypeId: 10 }] },
        '"3"',
      ],
      [
        'status',
        7,
        {
          statusId: 3,
          owners: [{ partyNumber: 100, organizationName: 'Mesa Oil', cadName: 'MESA', relationTypeId: 1 }],
        },
        '"4"',
      ],
    ])
    expect(outcome.failure).toBeNull()
    expect(outcome.linked).toEqual(plan.pending)
    expect(outcome.record).toEqual({
      unread: [],
      changes: [],
      namedOwner: null,
      metadata: { ...record.metadata, StatusID: 3, Status: 'In Progress' },
      descriptionTypes: { attachmentCategoryId: 1, attachmentTypeId: 11, description: 'New text' },
      rendered: { ...HIDDEN_TILL_NOW, renderedDate: '2026-04-15' },
      links: {
        owner: { list: [{ ...SAMPLE_OWNER, address: [] }], failure: null },
        agent: { list: [{ ...SAMPLE_AGENT, address: ['1 Main St'] }], failure: null },
      },
      etag: '"5"',
    })
  })

  test('R5.13 the first failure stops it, and nothing counts as saved', async () => {
    const { asked, calls } = openCalls('descriptiontypes')
    const outcome = await saveDocument(record, plan, calls)
    expect(asked).toHaveLength(1)
    expect(outcome.record).toBe(record)
    expect(outcome.notSaved).toEqual([
      'description',
      'attachment type',
      'rendered info',
      'agents',
      'owners',
      'status',
    ])
    expect(outcome.linked).toEqual(NONE)
    expect(partialText(outcome)).toBeNull()
  })

  test.each([
    [
      'rendered',
      '"2"',
      'Saved: description, attachment type. Not saved: rendered info, agents, owners, status.',
    ],
    [
      'agents',
      '"3"',
      'Saved: description, attachment type, rendered info. Not saved: agents, owners, status.',
    ],
    [
      'status',
      '"4"',
      'Saved: description, attachment type, rendered info, agents. Not saved: owners, status.',
    ],
  ] as const)('a failed %s leaves the earlier parts saved, at their version', async (part, etag, text) => {
    const { calls } = openCalls(part)
    const outcome = await saveDocument(record, plan, calls)
    expect(outcome.record.etag).toBe(etag)
    expect(outcome.record.metadata.StatusID).toBe(1)
    expect(outcome.linked.owner).toEqual([])
    expect(partialText(outcome)).toBe(text)
  })

  test('a document that becomes a rendition again has its earlier facts', async () => {
    const { calls } = openCalls()
    const typeOnly = { descriptionTypes: { attachmentTypeId: 11 }, pending: NONE, statusId: 1 }
    expect((await saveDocument(record, typeOnly, calls)).record.rendered).toEqual(HIDDEN_TILL_NOW)
    const textOnly = { descriptionTypes: { description: 'New text' }, pending: NONE, statusId: 1 }
    expect((await saveDocument(record, textOnly, calls)).record.rendered).toBe(record.rendered)
  })

  test('S7.40 a status alone is one call, which names its owners, also an empty list', async () => {
    const { asked, calls } = openCalls()
    await saveDocument(record, { pending: NONE, statusId: 3 }, calls)
    expect(asked).toEqual([['status', 7, { statusId: 3, owners: [] }, '"1"']])
  })
})
