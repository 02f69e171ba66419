import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonContext } from '../../records/context.ts'
import { editCalls, REEVES, type EditCalls } from '../../testing/edit-calls.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { linkAgents, readAgents, unlinkAgent } from './agents.usecases.ts'
import { readDescriptionTypes, readMetadata, saveDescriptionTypes } from './edit.usecases.ts'
import { readOwners, unlinkOwner } from './owners.usecases.ts'
import { readRendered, saveRendered } from './rendered.usecases.ts'
import { saveStatus } from './status.usecases.ts'

let portal: TestPortal<typeof REEVES>
let desk: EditCalls
let own: number
let foreign: number
let ofNoCounty: number

beforeAll(async () => {
  portal = await testPortal(REEVES)
  desk = editCalls(portal)
  own = await desk.upload()
  foreign = await desk.upload({ countyId: (await portal.addCounty('Ward')).CountyID })
  ofNoCounty = await desk.upload({ countyId: null })
})
afterAll(() => portal.close())

/** A person who may edit, in one county. */
function editorOfOneCounty(): PersonContext {
  const context = contextOfPerson(portal.world, { ...portal.people.administrator, isAdmin: true })
  return {
    ...context,
    actor: { ...context.actor, person: { ...context.actor.person, counties: [portal.counties.reeves] } },
  }
}

type Call = (context: PersonContext, documentId: number) => Promise<unknown>

const ifMatch = undefined
const READING: Record<string, Call> = {
  readMetadata,
  readDescriptionTypes,
  readRendered,
  readOwners,
  readAgents,
}
const SAVING: Record<string, Call> = {
  saveDescriptionTypes: (context, documentId) =>
    saveDescriptionTypes(context, { documentId, ifMatch, description: 'Wells', attachmentTypeId: undefined }),
  saveStatus: (context, documentId) => saveStatus(context, { documentId, ifMatch, statusId: 2, owners: [] }),
  saveRendered: (context, documentId) =>
    saveRendered(context, {
      documentId,
      ifMatch,
      rendered: undefined,
      renderedDate: undefined,
      extended: true,
    }),
  linkAgents: (context, documentId) => linkAgents(context, { documentId, ifMatch, agents: [] }),
}
const NOT_LINKED: Record<string, Call> = {
  unlinkOwner: (context, documentId) =>
    unlinkOwner(context, { documentId, ifMatch, partyNumber: 1, relationTypeId: 1 }),
  unlinkAgent: (context, documentId) =>
    unlinkAgent(context, { documentId, ifMatch, agentNumber: 1, relationTypeId: 1 }),
}

const UNKNOWN = { status: 404, message: 'This file does not exist.' }

describe('a person who may edit in one county', () => {
  it.each(Object.entries({ ...READING, ...SAVING }))('%s: their own documents', async (_name, call) => {
    await expect(call(editorOfOneCounty(), own)).resolves.toMatchObject({ status: 200 })
  })

  it.each(Object.entries(NOT_LINKED))('%s: of their own documents', async (_name, call) => {
    await expect(call(editorOfOneCounty(), own)).rejects.toThrow('is not linked to the file.')
  })

  it.each(Object.entries({ ...READING, ...SAVING, ...NOT_LINKED }))(
    'V8.2.2 V8.4.1 %s: other documents do not exist for them, and none changes',
    async (_name, call) => {
      await expect(call(editorOfOneCounty(), foreign)).rejects.toMatchObject(UNKNOWN)
      await expect(call(editorOfOneCounty(), ofNoCounty)).rejects.toMatchObject(UNKNOWN)
      const { rows } = await portal.pool.query('SELECT version FROM document WHERE id = ANY ($1)', [
        [foreign, ofNoCounty],
      ])
      expect(rows).toEqual([{ version: 1 }, { version: 1 }])
    },
  )
})
