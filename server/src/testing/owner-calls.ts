import { patchStatus } from '@portal/contract/edit/edit.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importCommands } from '../records/parties/import.commands.ts'
import { ownerCommands } from '../records/parties/owner-values/owner-values.commands.ts'
import { runCommand } from './run-command.ts'
import type { PortalOptions, TestPortal } from './test-portal.ts'

type Load = { kind?: string; county: string; year?: number; options?: readonly string[]; name?: string }

/** A portal with two counties that have rolls, and people with different rights there. */
export const MIDLAND_AND_ECTOR = {
  cast: {
    counties: { midland: { name: 'Midland', number: '165' }, ector: { name: 'Ector', number: '068' } },
    people: {
      administrator: { email: 'admin@staff.example', role: 'administrator' },
      clerk: { county: 'midland' },
      neighbor: { email: 'clerk@ector.example', county: 'ector' },
      engineer: {},
    },
  },
} as const satisfies PortalOptions

export type OwnerCalls = ReturnType<typeof ownerCalls>

/** Functions that fill the rolls of owners and link documents. */
export function ownerCalls(portal: TestPortal<typeof MIDLAND_AND_ECTOR>) {
  return {
    /** Runs the command on a file of these lines. */
    async load(
      content: readonly string[] | Buffer,
      { kind = 'owner-values', county, year, options = [], name = 'roll.csv' }: Load,
    ) {
      const file = join(portal.folder, name)
      await writeFile(file, content instanceof Buffer ? content : `${content.join('\r\n')}\r\n`)
      const ofYear = year === undefined ? [] : ['--year', String(year)]
      return runCommand(portal.world, [...importCommands, ...ownerCommands], {
        words: ['import', kind, '--county', county, ...ofYear, ...options, file],
      })
    },
    /** Removes all rolls, parties and agents, with their links. */
    async empty(): Promise<void> {
      await portal.pool.query(`
        DELETE FROM document_owner; DELETE FROM owner_value; UPDATE owner_roll SET version = version + 1;
        DELETE FROM county_organization; DELETE FROM organization; DELETE FROM county_agent; DELETE FROM agent`)
    },
    /** Links a document to an owner that the portal already knows. */
    async link(fileId: number, partyNumber: number, relationTypeId = 1): Promise<void> {
      const answer = await portal.call(portal.people.administrator, patchStatus, {
        params: { id: fileId },
        payload: { statusId: 1, owners: [{ partyNumber, relationTypeId }] },
      })
      if (answer.statusCode !== 200) throw new Error(answer.body)
    },
  }
}
