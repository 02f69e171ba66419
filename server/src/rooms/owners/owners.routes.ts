import { exportOwners as exportOwnersCall } from '@portal/contract/owners/export-owners.ts'
import { listOwnerAttachments, listOwners, viewOwnerAttachment } from '@portal/contract/owners/owners.ts'
import type { Serve } from '../../records/context.ts'
import * as attachments from './attachments.usecases.ts'
import { exportOwners } from './export-owners.usecases.ts'
import * as owners from './owner-roll.usecases.ts'

export function ownersRoutes(serve: Serve): void {
  serve(listOwners, (context, { query, request }) =>
    owners.listOwners(context, { ...query, headers: request.headers }),
  )

  serve(exportOwnersCall, (context, { query, request }) =>
    exportOwners(context, { ...query, method: request.method }),
  )

  serve(listOwnerAttachments, (context, { query }) => attachments.listOwnerAttachments(context, query))

  serve(viewOwnerAttachment, (context, { query, request }) =>
    attachments.viewOwnerAttachment(context, {
      ...query,
      method: request.method,
      headers: request.headers,
    }),
  )
}
