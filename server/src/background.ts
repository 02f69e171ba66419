import type { Settings } from './engines/config/settings.ts'
import { serverLanes, type LaneName } from './engines/lanes.ts'
import { onceNeeded } from './engines/jobs/once-needed.ts'
import type { BackgroundWork, RegularWork } from './engines/jobs/run-jobs.ts'
import { clockWarnings } from './engines/clock/clock.warnings.ts'
import { settingWarnings } from './engines/config/settings.warnings.ts'
import { callerWarnings, partWarnings } from './engines/http/http.warnings.ts'
import { jobWarnings } from './engines/jobs/jobs.warnings.ts'
import { createLaneWarnings } from './engines/jobs/lanes.warnings.ts'
import { createUnknownJobWarnings } from './engines/jobs/unknown-jobs.warnings.ts'
import { lateMailWarnings, refusedMailWarnings } from './engines/mail/mail.warnings.ts'
import type { WarningSource } from './engines/warnings/warning-source.ts'
import { sendMailJobs, sweepOutbox } from './engines/mail/send-outbox-mail.ts'
import { clockMetrics } from './engines/metrics/clock.metrics.ts'
import { databaseWarnings } from './engines/database/database.warnings.ts'
import { databaseMetrics, poolMetrics } from './engines/database/database.metrics.ts'
import { jobMetrics } from './engines/jobs/jobs.metrics.ts'
import { mailMetrics } from './engines/mail/mail.metrics.ts'
import type { MetricSource } from './engines/metrics/metric-source.ts'
import { storageMetrics } from './engines/storage/storage.metrics.ts'
import type { World } from './records/context.ts'
import { storedFileMetrics } from './records/stored-files/bytes/stored-files.metrics.ts'
import { exhaustedQuotaMetrics, uploadMetrics } from './records/intake/intake.metrics.ts'
import { anchorWarnings } from './records/audit/anchors/anchor.warnings.ts'
import { countyWarnings } from './records/counties/counties.warnings.ts'
import { deliveryWarnings } from './records/deliveries/deliveries.warnings.ts'
import { quotaWarnings } from './records/intake/quota.warnings.ts'
import { quarantineWarnings, sweepWarnings } from './records/stored-files/bytes/bytes.warnings.ts'
import { findingWarnings } from './records/stored-files/nightly-checks/findings.warnings.ts'
import { scanWarnings } from './records/stored-files/scan/scan.warnings.ts'
import { anchorAudit } from './records/audit/anchors/anchor-audit.ts'
import { anchorMetrics } from './records/audit/anchors/anchor.metrics.ts'
import { scanMetrics } from './records/stored-files/scan/scan.metrics.ts'
import { accountNotices, accountNoticesTogether } from './records/accounts/notices/account-notices.ts'
import { makeAuditMonths } from './records/audit/audit-months.ts'
import { subscriberJobs } from './records/documents/document-events.ts'
import {
  splitDenseCells,
  foldCounts,
  foldRunningTotals,
} from './records/documents/counts/counts.repository.ts'
import { removeDeletedBytes, sweepLeftovers } from './records/stored-files/bytes/sweep-stored-bytes.ts'
import { finishLeftUploads } from './records/intake/resumable/finish-left-uploads.ts'
import { sweepUploads } from './records/intake/resumable/sweep-uploads.ts'
import { infectedMails } from './records/stored-files/scan/infected-mail.ts'
import { sweepPreviews } from './records/documents/previews/sweep-previews.ts'
import { queueScans, scanDocuments } from './records/documents/scan/scan-documents.job.ts'
import { deleteOldImports } from './records/parties/owner-values/undo-rows.ts'
import { queueDueTexts } from './records/texts/queue-texts.ts'
import { textMetrics } from './records/texts/texts.metrics.ts'
import { textWarnings } from './records/texts/texts.warnings.ts'
import { readTexts } from './records/texts/read-texts.job.ts'
import { writeOwnerRoll } from './records/parties/owner-values/owner-roll.job.ts'
import { accountMails } from './rooms/sign-in/account-mails.ts'
import { peopleMails } from './rooms/people/people-mails.ts'
import { signInJobs } from './rooms/sign-in/sign-in.jobs.ts'
import { backupMetrics } from './rooms/backup/backup.metrics.ts'
import { createBackupWarnings } from './rooms/backup/backup.warnings.ts'
import { dropFolderWarnings } from './rooms/ingestion/drop-folder/drop-folder.warnings.ts'
import { mailboxWarnings } from './rooms/ingestion/mailbox/mailbox.warnings.ts'
import { receiptWarnings } from './rooms/receipts/receipts.warnings.ts'
import { mailboxMails, mailboxMailsTogether } from './rooms/ingestion/mailbox/outcome-mail.ts'
import { deliveryMetrics } from './records/deliveries/deliveries.metrics.ts'
import { sweepAccounts } from './rooms/sign-in/sweep.ts'
import { makeDueReceipts } from './rooms/receipts/due-receipts.ts'
import { receiptMails } from './rooms/receipts/receipt-mails.ts'
import { nightShare, queueNightShare } from './rooms/files/verify/night-share.job.ts'
import {
  indexChanged,
  indexEvery,
  indexMissing,
  queueChanged,
  queueMissing,
} from './records/search-index/index-sweep.job.ts'
import { questionMails } from './records/documents/questions/question-mails.ts'
import { queueReminders, queueRunQuestions } from './records/documents/questions/queue-question-mails.ts'
import { noticeMails, queueDigests } from './records/notices/notice-mails.ts'
import { sweepNotices } from './records/notices/notices.ts'
import { sweepArchives } from './records/archives/sweep-archives.ts'
import { sweepReversals } from './records/runs/sweep-reversals.ts'
import { changeDocumentsOfRun } from './rooms/runs/document-run.job.ts'
import { stalledRunMetrics } from './rooms/runs/stalled-runs.metrics.ts'
import { stalledRunWarnings } from './rooms/runs/stalled-runs.warnings.ts'
import { DOCUMENT_SUBSCRIBERS } from './records/subscribers.ts'

const SECOND_MS = 1000
const SKEW_EVERY_MS = 10_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const CLOCK_KEPT_EVERY_MS = 5 * MINUTE_MS

const lookIntoDropFolder = onceNeeded<World>({
  isNeeded: ({ settings }) => settings.dropFolder !== null,
  load: async () => (await import('./rooms/ingestion/drop-folder/drop-folder.ts')).createDropFolder(),
})
const lookIntoMailbox = onceNeeded<World>({
  isNeeded: ({ settings }) => settings.mailbox !== null,
  load: async () => (await import('./rooms/ingestion/mailbox/mailbox-door.ts')).createMailboxDoor(),
})
const backUpWhenDue = onceNeeded<World>({
  isNeeded: ({ settings }) => settings.backup !== null,
  load: async () => (await import('./rooms/backup/scheduled-backup.ts')).createScheduledBackup(),
})

const MEASURE_SKEW: RegularWork<World> = { everyMs: SKEW_EVERY_MS, run: ({ skew }) => skew.measure() }

/** The whole background work of a portal. */
export const BACKGROUND: BackgroundWork<World> = {
  jobs: [
    ...sendMailJobs({
      one: {
        ...accountMails,
        ...accountNotices,
        ...peopleMails,
        ...infectedMails,
        ...receiptMails,
        ...mailboxMails,
        ...noticeMails,
        ...questionMails,
      },
      many: { ...accountNoticesTogether, ...mailboxMailsTogether },
    }),
    ...signInJobs,
    writeOwnerRoll,
    nightShare,
    scanDocuments,
    readTexts,
    indexMissing,
    indexChanged,
    indexEvery,
    changeDocumentsOfRun,
    ...subscriberJobs(DOCUMENT_SUBSCRIBERS),
  ],
  regular: [
    {
      everyMs: SECOND_MS,
      async run({ database }) {
        await foldCounts(database.pool)
        await foldRunningTotals(database.pool)
        await splitDenseCells(database.pool)
      },
    },
    MEASURE_SKEW,
    { everyMs: CLOCK_KEPT_EVERY_MS, run: ({ clockKeeper }) => clockKeeper.look() },
    { everyMs: 2 * SECOND_MS, run: lookIntoDropFolder },
    { everyMs: 2 * SECOND_MS, run: lookIntoMailbox },
    { everyMs: 5 * SECOND_MS, run: removeDeletedBytes },
    { everyMs: 10 * SECOND_MS, run: queueScans },
    { everyMs: 10 * SECOND_MS, run: queueDueTexts },
    { everyMs: 10 * SECOND_MS, run: queueChanged },
    { everyMs: 10 * MINUTE_MS, run: sweepPreviews },
    { everyMs: MINUTE_MS, run: finishLeftUploads },
    { everyMs: MINUTE_MS, run: makeDueReceipts },
    { everyMs: MINUTE_MS, run: queueDigests },
    { everyMs: MINUTE_MS, run: queueRunQuestions },
    { everyMs: MINUTE_MS, run: queueReminders },
    { everyMs: MINUTE_MS, run: queueNightShare },
    { everyMs: MINUTE_MS, run: backUpWhenDue },
    { everyMs: HOUR_MS, run: anchorAudit },
    { everyMs: HOUR_MS, run: queueMissing },
    {
      everyMs: HOUR_MS,
      async run(world) {
        await makeAuditMonths(world)
        if (!world.skew.isSound()) return
        await sweepAccounts(world)
        await sweepOutbox(world)
        await sweepLeftovers(world)
        await sweepUploads(world)
        await deleteOldImports(world)
        await sweepArchives(world)
        await sweepReversals(world)
        await sweepNotices(world)
      },
    },
  ],
}

/** The work of a server: all regular work, and the lanes that it does not leave to workers. */
export function workOfServer({ workerLanes }: Pick<Settings, 'workerLanes'>): BackgroundWork<World> {
  return { ...BACKGROUND, jobs: jobsOf(serverLanes(workerLanes)) }
}

/** The work of a worker: the jobs of its lanes. It measures the clock, because jobs depend on it. */
export function workOfWorker(lanes: readonly LaneName[]): BackgroundWork<World> {
  return { jobs: jobsOf(lanes), regular: [MEASURE_SKEW] }
}

function jobsOf(lanes: readonly LaneName[]) {
  return BACKGROUND.jobs.filter(({ lane }) => lanes.includes(lane))
}

const JOB_KINDS = BACKGROUND.jobs.map(({ kind }) => kind)

/** The metrics of the portal, in addition to those of its requests and its process. */
export const METRIC_SOURCES: readonly MetricSource<World>[] = [
  // First, so that it does not count the connections that the others take.
  poolMetrics,
  databaseMetrics,
  storageMetrics,
  clockMetrics,
  jobMetrics(JOB_KINDS),
  mailMetrics,
  storedFileMetrics,
  scanMetrics,
  textMetrics,
  uploadMetrics,
  exhaustedQuotaMetrics,
  deliveryMetrics,
  stalledRunMetrics,
  backupMetrics,
  anchorMetrics,
]

/** All sources of warnings, for one server: a source may remember which place hangs. */
export function warningSources(): readonly WarningSource<World>[] {
  return [
    partWarnings,
    settingWarnings,
    clockWarnings,
    databaseWarnings,
    sweepWarnings,
    quarantineWarnings,
    anchorWarnings,
    dropFolderWarnings,
    mailboxWarnings,
    callerWarnings,
    jobWarnings,
    createLaneWarnings(BACKGROUND.jobs),
    createUnknownJobWarnings(JOB_KINDS),
    lateMailWarnings,
    refusedMailWarnings,
    findingWarnings,
    countyWarnings,
    scanWarnings,
    textWarnings,
    deliveryWarnings,
    stalledRunWarnings,
    receiptWarnings,
    quotaWarnings,
    createBackupWarnings(),
  ]
}
