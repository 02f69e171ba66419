import { ARCHIVE_VARIABLES, archiveSettings } from './archive-settings.ts'
import type { Environment } from './environment.ts'
import { DROP_VARIABLES, dropFolder } from './drop-settings.ts'
import { FIRM_VARIABLES, firmSettings } from './firm-settings.ts'
import { mailbox, MAILBOX_VARIABLES } from './mailbox-settings.ts'
import { PEOPLE_VARIABLES, peopleSettings, SESSION_VARIABLES, sessionSettings } from './people-settings.ts'
import {
  OPERATION_VARIABLES,
  operationSettings,
  SERVER_VARIABLES,
  serverSettings,
} from './server-settings.ts'
import {
  BACKUP_VARIABLES,
  backupSettings,
  BUCKET_VARIABLES,
  bucketSettings,
  DATABASE_VARIABLES,
  databaseSettings,
} from './storage-settings.ts'
import { UPLOAD_VARIABLES, uploadSettings } from './upload-settings.ts'
import { readVariables, type Values, type Variables } from './variable.ts'
import * as schema from './setting-schemas.ts'

/** Other servers that the portal uses. */
const SERVICE_VARIABLES = {
  SMTP_URL: {
    schema: schema.smtpUrl,
    defaultDoc: 'none: each mail is a file in `DATA_DIR/outbox`',
    doc: '`smtp://user:password@mail.example:587`, or `smtps://…`; special characters percent-encoded',
  },
  MAIL_FROM: { schema: schema.sender, defaultDoc: '`portal@` the public host', doc: 'sender of mail' },
  CLAMD_URL: {
    schema: schema.clamdUrl,
    defaultDoc: 'none: uploads are not scanned',
    doc: 'a ClamAV daemon that scans uploads: `tcp://clamd.example:3310`, or `unix:/run/clamav/clamd.ctl`',
  },
} satisfies Variables

/** Every variable of the portal, in the order of its documentation, which is made from here. */
export const VARIABLES = {
  ...SERVER_VARIABLES,
  ...DATABASE_VARIABLES,
  ...BUCKET_VARIABLES,
  ...SERVICE_VARIABLES,
  ...DROP_VARIABLES,
  ...MAILBOX_VARIABLES,
  ...PEOPLE_VARIABLES,
  ...FIRM_VARIABLES,
  ...UPLOAD_VARIABLES,
  ...ARCHIVE_VARIABLES,
  ...BACKUP_VARIABLES,
  ...SESSION_VARIABLES,
  ...OPERATION_VARIABLES,
}

/** The setting of a variable has its name; `docs/running.md` explains it. Null means: none, or not in use. */
export type Settings = Readonly<ReturnType<typeof readSettings>>

/** @throws StartError that names an invalid variable. */
export function readSettings(environment: Environment, { isDemo = false } = {}) {
  const values = readVariables(VARIABLES, environment)
  const server = serverSettings(values, isDemo)
  const drop = dropFolder(values, server)
  return {
    ...server,
    ...databaseSettings(values),
    ...bucketSettings(values),
    ...serviceSettings(values, server.publicUrl),
    dropFolder: drop,
    mailbox: mailbox(values, drop),
    ...peopleSettings(values, { environment, isDemo }),
    ...firmSettings(values),
    ...uploadSettings(values),
    ...archiveSettings(values),
    ...backupSettings(values, { environment, dataDir: server.dataDir }),
    ...sessionSettings(values),
    ...operationSettings(values, server),
  }
}

function serviceSettings(values: Values<typeof SERVICE_VARIABLES>, publicUrl: string) {
  return {
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `portal@${new URL(publicUrl).hostname}`,
    clamd: values.CLAMD_URL,
  }
}
