import * as calls from '@portal/contract/ingestion/mailbox.ts'
import type { Serve } from '../../../records/context.ts'

/** Loaded at the first call, because few portals have a mailbox. */
const usecases = () => import('./mails.usecases.ts')

export function mailboxRoutes(serve: Serve): void {
  serve(calls.listMails, async (context, { query }) => (await usecases()).listMails(context, query))

  serve(calls.exportMails, async (context, { query, request }) => {
    const { exportMails } = await import('./export-mails.usecases.ts')
    return exportMails(context, { ...query, method: request.method })
  })

  serve(calls.getMail, async (context, { params }) => (await usecases()).getMail(context, params))

  serve(calls.acceptMail, async (context, { params, body }) =>
    (await usecases()).acceptMail(context, { ...params, ...body }),
  )

  serve(calls.refuseMail, async (context, { params, body }) =>
    (await usecases()).refuseMail(context, { ...params, ...body }),
  )
}
