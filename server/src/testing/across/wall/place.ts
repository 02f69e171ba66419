import { patchAgents } from '@portal/contract/edit/edit-links.ts'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import { addComment, type Comment } from '@portal/contract/comments/comments.ts'
import { deleteUpload, uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { askQuestion } from '@portal/contract/questions/questions.ts'
import { makeReceipts, type ReceiptHead } from '@portal/contract/receipts/receipts.ts'
import { startRun, type Run } from '@portal/contract/runs/runs.ts'
import { setAssignee } from '@portal/contract/work/assignees.ts'
import { addView, type SavedView } from '@portal/contract/views/views.ts'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importCommands } from '../../../records/parties/import.commands.ts'
import { ownerCommands } from '../../../records/parties/owner-values/owner-values.commands.ts'
import { runCommand } from '../../run-command.ts'
import { SAMPLE_FILES } from '../../sample-files.ts'
import type { TestPerson, TestPortal } from '../../test-portal.ts'
import { uploadForm } from '../../upload-form.ts'

/** The objects of calls: one of each kind in a county. */
export type Place = {
  readonly countyId: number
  /** In every name and text of the place, and in nothing else. */
  readonly word: string
  readonly accountId: number
  readonly email: string
  /** A document that `email` has uploaded, linked to the owner and the agent. */
  readonly fileId: number
  readonly fileName: string
  /** Another one, in the bin. */
  readonly deletedId: number
  /** One with a virus, which is assigned to `email`. */
  readonly infectedId: number
  /** The receipt of its document. */
  readonly receiptNumber: string
  readonly partyNumber: number
  readonly agentNumber: number
  readonly agentName: string
  readonly legacyCode: string
  /** A view that its county shares. */
  readonly viewId: number
  /** A comment of `email` on its document. */
  readonly commentId: number
  /** A run of `email` on its document, which changed nothing. */
  readonly runNumber: number
}

/** A place without objects. A response for hidden objects must be the same as for these. */
export const NOWHERE: Place = {
  countyId: 990_000_001,
  word: 'zzyzx',
  accountId: 990_000_002,
  email: 'clerk@zzyzx.example',
  fileId: 990_000_003,
  fileName: 'zzyzx-rendition.pdf',
  deletedId: 990_000_004,
  infectedId: 990_000_005,
  receiptNumber: 'R-2026-0000-0000',
  partyNumber: 990_000_006,
  agentNumber: 990_000_007,
  agentName: 'zzyzx Tax',
  legacyCode: '9Z9',
  viewId: 990_000_008,
  runNumber: 990_000_009,
  commentId: 990_000_010,
}

/** The form of an upload to a place. */
export function formFor({ word, countyId }: Pick<Place, 'word' | 'countyId'>, fileName = `${word}-new.pdf`) {
  return uploadForm({
    fileName,
    bytes: SAMPLE_FILES.pdf,
    categoryId: 1,
    typeId: 1,
    description: `${word} well`,
    countyId,
  })
}

async function uploadTo(portal: TestPortal, clerk: TestPerson, place: Pick<Place, 'word' | 'countyId'>) {
  const answer = await portal.call(clerk, uploadFile, formFor(place, `${place.word}-rendition.pdf`))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ file: Upload }>().file.FileID
}

async function commentOn(
  portal: TestPortal,
  author: TestPerson,
  { word, fileId }: Pick<Place, 'word' | 'fileId'>,
): Promise<number> {
  const payload = { key: randomUUID(), text: `${word} has a well more` }
  const answer = await portal.call(author, addComment, { params: { fileId }, payload })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<Comment>().id
}

/** The place then changes the status, which withdraws the question. */
async function askAbout(
  portal: TestPortal,
  asker: TestPerson,
  { word, fileId }: Pick<Place, 'word' | 'fileId'>,
): Promise<void> {
  const payload = { points: [], text: `${word} needs a signature`, dueDay: null }
  const answer = await portal.call(asker, askQuestion, { params: { fileId }, payload })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

/** Another document of the place, uploaded by its clerk with a comment. */
export async function anotherDocument(portal: TestPortal, place: Place, clerk: TestPerson): Promise<Place> {
  const fileId = await uploadTo(portal, clerk, place)
  return { ...place, fileId, commentId: await commentOn(portal, clerk, { word: place.word, fileId }) }
}

type Builder = {
  readonly word: string
  /** The number of its party. The place's other numbers follow it. */
  readonly number: number
  readonly legacyCode: string
  readonly administrator: TestPerson
}

/** Creates a county and fills it through the portal itself: people, lists, a roll, documents, links, a bin, a virus. */
export async function buildPlace(
  portal: TestPortal,
  { word, number, legacyCode, administrator }: Builder,
): Promise<{ place: Place; clerk: TestPerson }> {
  const { CountyID: countyId } = await portal.addCounty(`${word} county`)
  const email = `clerk@${word}.example`
  const clerk = await portal.addPerson({ email, countyId })
  const agent = { agentNumber: number + 1, agentName: `${word} Tax`, legacyCode }
  await importLists(portal, { word, number, agent })
  const files: number[] = []
  for (let made = 0; made < 3; made += 1) files.push(await uploadTo(portal, clerk, { word, countyId }))
  const [fileId = 0, deletedId = 0, infectedId = 0] = files
  await askAbout(portal, administrator, { word, fileId })
  const change = (endpoint: typeof patchStatus | typeof patchAgents, payload: object) =>
    portal.call(administrator, endpoint, { params: { id: fileId }, payload })
  const answers = [
    await change(patchStatus, { statusId: 1, owners: [{ partyNumber: number, relationTypeId: 1 }] }),
    await change(patchAgents, { agents: [{ ...agent, relationTypeId: 1 }] }),
    await portal.call(clerk, deleteUpload, { params: { fileId: deletedId } }),
    await portal.call(clerk, setAssignee, { params: { fileId: infectedId }, payload: { assignTo: 'me' } }),
  ]
  for (const { statusCode, body } of answers) if (statusCode !== 200) throw new Error(body)
  await portal.pool.query(
    `UPDATE stored_object SET scan_state = 'infected', scan_finding = $2 FROM document WHERE storage_key = key AND id = $1`,
    [infectedId, `${word}.virus`],
  )
  const receipts = await portal.call(clerk, makeReceipts, { payload: { batch: word, fileIds: [fileId] } })
  const [receipt] = receipts.json<{ receipts: ReceiptHead[] }>().receipts
  if (!receipt) throw new Error(receipts.body)
  const commentId = await commentOn(portal, clerk, { word, fileId })
  // The clerk gets a notice.
  await commentOn(portal, administrator, { word, fileId })
  const viewId = await addViewFor(portal, { word, countyId, administrator })
  const payload = { key: randomUUID(), selection: { ids: [fileId] }, action: { kind: 'restore' } }
  const { number: runNumber } = (await portal.call(clerk, startRun, { payload })).json<Run>()
  const things = {
    fileId,
    commentId,
    runNumber,
    receiptNumber: receipt.Number,
    fileName: `${word}-rendition.pdf`,
    deletedId,
    infectedId,
    partyNumber: number,
    viewId,
    ...agent,
  }
  return { place: { countyId, word, accountId: clerk.accountId, email, ...things }, clerk }
}

type Viewed = Pick<Place, 'word' | 'countyId'> & Pick<Builder, 'administrator'>

async function addViewFor(portal: TestPortal, { word, countyId, administrator }: Viewed): Promise<number> {
  const payload = { name: `${word} views`, query: `q=${word}`, audience: 'county', countyId }
  const answer = await portal.call(administrator, addView, { payload })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<SavedView>().id
}

type Lists = Pick<Builder, 'word' | 'number'> & {
  readonly agent: Pick<Place, 'agentNumber' | 'agentName' | 'legacyCode'>
}

async function importLists(portal: TestPortal, { word, number, agent }: Lists): Promise<void> {
  const { agentNumber, agentName, legacyCode } = agent
  await load(
    portal,
    ['organizations', '--county', `${word} county`],
    ['Id,OrganizationName,Name', `${number},${word} Gas LP,${word} GAS`],
  )
  await load(
    portal,
    ['agents', '--county', `${word} county`],
    ['AgentNbr,OrganizationName,LegacyCode,City', `${agentNumber},${agentName},${legacyCode},${word} City`],
  )
  await load(
    portal,
    ['owner-values', '--county', `${word} county`, '--year', '2026'],
    [
      'OwnerNbr,OwnerName,CAD_OwnerID,AgentNbr,AgentName,CurrentValue,PriorValue',
      `${number},${word} Gas LP,${number}R,${agentNumber},${agentName},${number}.25,${number}.5`,
    ],
  )
}

async function load(portal: TestPortal, words: readonly string[], lines: readonly string[]): Promise<void> {
  const file = join(portal.folder, 'list.csv')
  await writeFile(file, `${lines.join('\r\n')}\r\n`)
  await runCommand(portal.world, [...importCommands, ...ownerCommands], { words: ['import', ...words, file] })
}
