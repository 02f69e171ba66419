import { exportPeople as exportPeopleCall } from '@portal/contract/people/export-people.ts'
import * as invitations from '@portal/contract/people/invitations.ts'
import * as calls from '@portal/contract/people/people.ts'
import * as acts from '@portal/contract/people/person-acts.ts'
import type { Serve } from '../../records/context.ts'
import {
  changePerson,
  disablePerson,
  enablePerson,
  endSessionsOf,
  resetSecondFactorOf,
} from './change-person.usecases.ts'
import { exportPeople } from './export-people.usecases.ts'
import { invitePeople, sendPasswordLink } from './invite-people.usecases.ts'
import { listPeople } from './list-people.usecases.ts'

export function peopleRoutes(serve: Serve): void {
  serve(calls.listPeople, (context, { query }) => listPeople(context, query))

  serve(exportPeopleCall, (context, { query, request }) =>
    exportPeople(context, { ...query, method: request.method }),
  )

  serve(invitations.invitePeople, (context, { body }) => invitePeople(context, body))

  serve(acts.changePerson, (context, { params, body, ifMatch }) =>
    changePerson(context, { ...params, ...body, ifMatch }),
  )

  serve(acts.disablePerson, (context, { params, ifMatch }) => disablePerson(context, { ...params, ifMatch }))

  serve(acts.enablePerson, (context, { params, ifMatch }) => enablePerson(context, { ...params, ifMatch }))

  serve(acts.endSessionsOf, (context, { params }) => endSessionsOf(context, params.userId))

  serve(acts.resetSecondFactor, (context, { params }) => resetSecondFactorOf(context, params.userId))

  serve(acts.sendPasswordLink, (context, { params }) => sendPasswordLink(context, params.userId))
}
