import type { OwnerRow } from '@portal/contract/owners/owners.ts'
import { expect, test } from 'vitest'
import { UnreadableAnswer } from '../../lib/wire.ts'
import { readAttachments, readColumns, readFileCounts } from './owners.wire.ts'

const rows = [
  ['beta Oil', 2, 10, null, 0],
  ['Alpha', 1, null, -5.5, 3],
].map(([OwnerName, OwnerNbr, CurrentValue, PriorValue, FileCount]) => ({
  OwnerNbr: Number(OwnerNbr),
  OwnerName: String(OwnerName),
  CAD_OwnerID: '00A',
  AgentName: null,
  CurrentValue: CurrentValue as number | null,
  PriorValue: PriorValue as number | null,
  FileCount: Number(FileCount),
})) as unknown as OwnerRow[]

test('the bare rows of the specification make the same columns, by name', () => {
  expect(readColumns(rows)).toEqual({
    OwnerNbr: [1, 2],
    OwnerName: ['Alpha', 'beta Oil'],
    CAD_OwnerID: ['00A', '00A'],
    AgentName: ['', ''],
    CurrentValue: [null, 10],
    PriorValue: [-5.5, null],
  })
})

test('the bare rows contain the counts, those above 0 count', () => {
  expect(readFileCounts(rows)).toEqual({ OwnerNbr: [1], FileCount: [3] })
})

test('columns and counts of the portal are read as they are', () => {
  const columns = readColumns(rows)
  expect(readColumns(columns)).toEqual(columns)
  const counts = { OwnerNbr: [1], FileCount: [3] }
  expect(readFileCounts(counts)).toEqual(counts)
})

test('a bare row with missing fields has no agent, no value and no files', () => {
  const bare = [{ OwnerNbr: 1, OwnerName: 'Alpha' }] as unknown as OwnerRow[]
  expect(readColumns(bare)).toEqual({
    OwnerNbr: [1],
    OwnerName: ['Alpha'],
    CAD_OwnerID: [''],
    AgentName: [''],
    CurrentValue: [null],
    PriorValue: [null],
  })
  expect(readFileCounts(bare)).toEqual({ OwnerNbr: [], FileCount: [] })
})

test('attachments have a name and a description, even if it is empty', () => {
  const answer = [
    { NAME: 'plant.pdf', Description: 'Gas plant', FileID: 7 },
    { NAME: 'map.pdf', Description: null },
  ]
  expect(readAttachments(answer as never)).toEqual([
    { NAME: 'plant.pdf', Description: 'Gas plant', FileID: 7 },
    { NAME: 'map.pdf', Description: '', FileID: null },
  ])
  expect(() => readAttachments(null as never)).toThrow(UnreadableAnswer)
})
