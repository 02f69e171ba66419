import { patchStatus } from '@portal/contract/edit.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile, type Upload } from '@portal/contract/files.ts'
import { importCommands } from '../records/parties/import.commands.ts'
import { ownerCommands } from '../records/parties/owner-values/owner-values.commands.ts'
import { runCommand } from './run-command.ts'
import { SAMPLE_FILES } from './sample-files.ts'
import { testPortal, type TestPerson } from './test-portal.ts'
import { uploadForm } from './upload-form.ts'

type Load = { kind?: string; county: string; year?: number; options?: readonly string[]; name?: string }
type Paper = { fileName: string; by: TestPerson; countyId?: number; description?: string }

/** A portal with two counties, who may see what there, and the ways to fill their rolls and to link documents. */
export async function ownerPortal(environment = {}) {
  const portal = await testPortal({ environment })
  const midland = (await portal.addCounty('Midland')).CountyID
  const ector = (await portal.addCounty('Ector')).CountyID
  await portal.pool.query(
    `UPDATE county SET number = CASE name WHEN 'Midland' THEN '165' WHEN 'Ector' THEN '068' END`,
  )
  const people = {
    administrator: await portal.addPerson({ email: 'admin@staff.example', isAdmin: true }),
    clerk: await portal.addPerson({ email: 'clerk@midland.example', countyId: midland }),
    neighbour: await portal.addPerson({ email: 'clerk@ector.example', countyId: ector }),
    engineer: await portal.addPerson({ email: 'engineer@staff.example' }),
  }

  return {
    ...portal,
    ...people,
    midland,
    ector,
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
    /** Takes all rolls, parties and agents away, with their links. */
    async empty(): Promise<void> {
      await portal.pool.query(`
        DELETE FROM document_owner; DELETE FROM owner_value; UPDATE owner_roll SET version = version + 1;
        DELETE FROM county_organization; DELETE FROM organization; DELETE FROM county_agent; DELETE FROM agent`)
    },
    /** Uploads a document and returns its id. */
    async upload({ fileName, by, countyId, description = '' }: Paper): Promise<number> {
      const form = uploadForm({
        fileName,
        bytes: SAMPLE_FILES.pdf,
        categoryId: 1,
        typeId: 1,
        description,
        ...(countyId === undefined ? {} : { countyId }),
      })
      const answer = await portal.call(by, uploadFile, form)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<{ file: Upload }>().file.FileID
    },
    /** Links a document to an owner, whom the portal knows already. */
    async link(fileId: number, partyNumber: number, relationTypeId = 1): Promise<void> {
      const answer = await portal.call(people.administrator, patchStatus, {
        params: { id: fileId },
        payload: { statusId: 1, owners: [{ partyNumber, relationTypeId }] },
      })
      if (answer.statusCode !== 200) throw new Error(answer.body)
    },
  }
}

export type OwnerPortal = Awaited<ReturnType<typeof ownerPortal>>
