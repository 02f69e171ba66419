import * as calls from '@portal/contract/mailbox.ts'
import type { Serve } from '../../../records/context.ts'
import * as usecases from './mails.usecases.ts'

export function mailboxRoutes(serve: Serve): void {
  serve(calls.listMails, (context, { query }) => usecases.listMails(context, query))

  serve(calls.getMail, (context, { params }) => usecases.getMail(context, params))

  serve(calls.acceptMail, (context, { params, body }) => usecases.acceptMail(context, { ...params, ...body }))

  serve(calls.refuseMail, (context, { params, body }) => usecases.refuseMail(context, { ...params, ...body }))
}
