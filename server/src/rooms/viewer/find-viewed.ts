import { buffer } from 'node:stream/consumers'
import { NO_SUCH_PAGE } from '@portal/contract/viewer/viewer.ts'
import { failure } from '../../engines/http/errors.ts'
import type { FileParts } from '../../engines/workers/warm-child.ts'
import type { PersonContext } from '../../records/context.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { openBytes } from '../../records/documents/download/download.usecases.ts'
import { documentGroup, previewAudience } from '../../records/documents/previews/preview-group.ts'
import { requireViewable } from '../../records/documents/previews/require-viewable.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'
import { readAttachment, readOutline } from './attachments.ts'
import { findViewedMail } from './viewed-mail.ts'
import { kindOf, MAX_VIEWED_BYTES, type Looking, type ViewedFile } from './viewed-file.ts'

/**
 * Returns the document, the waiting message, or an attachment of it.
 * @throws what `requireViewable` and `findViewedMail` throw, and 404 for an attachment.
 */
export async function findViewed(context: PersonContext, looking: Looking): Promise<ViewedFile> {
  const viewed =
    'mailId' in looking
      ? await findViewedMail(context, looking.mailId)
      : viewedDocument(context, await requireViewable(context, looking.fileId))
  return looking.attachment === undefined ? viewed : viewedAttachment(context, viewed, looking)
}

function viewedDocument(context: PersonContext, document: DocumentRow): ViewedFile {
  const kind = kindOf(document.file_name) ?? 'mail'
  const group = documentGroup(document)
  return {
    kind,
    isTooLarge: document.byte_size > MAX_VIEWED_BYTES,
    cache: { group, prefix: '' },
    file: {
      key: group,
      group: previewAudience(document),
      about: { kind },
      read: () => readWhole(context, document),
      parts: kind === 'pdf' ? partsOf(context, document) : undefined,
    },
    authorizeAgain: async () => {
      const person = await reloadActor(context.database.kysely, { context })
      await requireViewable({ ...context, actor: { ...context.actor, person } }, document.id)
    },
  }
}

async function viewedAttachment(
  context: PersonContext,
  mail: ViewedFile,
  { attachment = 0, senderGone }: Looking,
): Promise<ViewedFile> {
  const outline = mail.kind === 'mail' ? await readOutline(context, mail, senderGone) : null
  const found = outline?.kind === 'done' ? outline.result.attachments[attachment - 1] : undefined
  const kind = found ? kindOf(found.fileName) : null
  if (!found || kind === null || kind === 'mail') throw failure(NO_SUCH_PAGE)
  return {
    kind,
    isTooLarge: found.bytes > MAX_VIEWED_BYTES,
    authorizeAgain: mail.authorizeAgain,
    cache: { group: mail.cache.group, prefix: `attachment-${attachment}-` },
    file: {
      key: `${mail.file.key}/${attachment}`,
      group: mail.file.group,
      about: { kind },
      read: () => readAttachment(context, mail, { at: attachment - 1, fileName: found.fileName, senderGone }),
    },
  }
}

/** Each part is proven by itself, like a download of a range. */
function partsOf(context: PersonContext, document: DocumentRow): FileParts {
  return {
    size: document.byte_size,
    read: async (start, end) => buffer(await openBytes(context, document, { start, end: end - 1 })),
  }
}

async function readWhole(context: PersonContext, document: DocumentRow): Promise<Buffer> {
  return buffer(await openBytes(context, document, { start: 0, end: document.byte_size - 1 }))
}
