import type { Verdict } from '../../../engines/scanner/scanner.ts'
import type { JobActor } from '../../access/actor.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Engines } from '../../../engines/engines.ts'
import { queueEvent, wakeSubscribers, type DocumentEventQueue } from '../document-events.ts'
import { findByStorageKey } from '../documents.repository.ts'
import { enqueueInfectedMails } from '../../stored-files/scan/infected-mail.ts'
import { recordVerdict, type DueScan } from '../../stored-files/scan/scan.repository.ts'

const SCANNER: JobActor = { kind: 'job', name: 'virus scan' }

/**
 * Records a verdict on the bytes of a document. Nobody can open an infected document from then on. Queues mails to the
 * uploader and the administrators, unless the same virus was found before, and an event for clean and infected.
 */
export async function settleScan(
  world: Engines & DocumentEventQueue,
  { key, finding: before }: DueScan,
  verdict: Verdict,
): Promise<void> {
  const context = { ...world, actor: SCANNER }
  const isFinal = verdict.kind === 'clean' || verdict.kind === 'infected'
  await world.database.kysely.transaction().execute(async (transaction) => {
    // The document may have been deleted for good meanwhile.
    if (!(await recordVerdict(transaction, key, { verdict, isNew: false }))) return
    const document = await findByStorageKey(transaction, key)
    if (!document || !isFinal) return
    await queueEvent(world, transaction, { name: 'document.changed', documentIds: [document.id] })
    const about = { subject: { kind: 'document', id: document.id }, countyId: document.county_id } as const
    if (verdict.kind === 'clean' && before !== null) {
      await recordAudit(transaction, context, {
        ...about,
        action: 'document.found_clean',
        before: { finding: before },
      })
    }
    if (verdict.kind !== 'infected' || verdict.finding === before) return
    const { finding } = verdict
    await recordAudit(transaction, context, {
      ...about,
      action: 'document.found_infected',
      after: { fileName: document.file_name, finding },
    })
    await enqueueInfectedMails(transaction, context, {
      fileName: document.file_name,
      finding,
      uploadedAt: document.uploaded_at,
      uploadedBy: document.uploaded_by,
      countyId: document.county_id,
      fileId: document.id,
    })
  })
  if (isFinal) wakeSubscribers(world)
  if (verdict.kind === 'infected') {
    world.jobs.wake()
    world.log.warn({ key, finding: verdict.finding }, 'A document was set aside: a virus was found in it.')
  }
}
