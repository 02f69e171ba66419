import * as calls from '@portal/contract/people.ts'
import type { Serve } from '../../records/context.ts'
import { changePerson, disablePerson, enablePerson, endSessionsOf } from './change-person.usecases.ts'
import { invitePeople, sendPasswordLink } from './invite-people.usecases.ts'
import { resetSecondFactorOf } from './reset-second-factor.usecases.ts'
import { listPeople } from './list-people.usecases.ts'

export function peopleRoutes(serve: Serve): void {
  serve(calls.listPeople, (context, { query }) => listPeople(context, query))

  serve(calls.invitePeople, (context, { body }) => invitePeople(context, body))

  serve(calls.changePerson, (context, { params, body, ifMatch }) =>
    changePerson(context, { ...params, ...body, ifMatch }),
  )

  serve(calls.disablePerson, (context, { params, ifMatch }) => disablePerson(context, { ...params, ifMatch }))

  serve(calls.enablePerson, (context, { params, ifMatch }) => enablePerson(context, { ...params, ifMatch }))

  serve(calls.endSessionsOf, (context, { params }) => endSessionsOf(context, params.userId))

  serve(calls.resetSecondFactor, (context, { params }) => resetSecondFactorOf(context, params.userId))

  serve(calls.sendPasswordLink, (context, { params }) => sendPasswordLink(context, params.userId))
}
