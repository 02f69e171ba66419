import * as assignees from '@portal/contract/work/assignees.ts'
import * as myWork from '@portal/contract/work/my-work.ts'
import type { Serve } from '../../records/context.ts'
import { assignDocument, assigneesOf, readAssignee } from './assign.usecases.ts'
import { searchAssignablePeople } from './assignable.usecases.ts'
import { countOwnWork, listOwnDocuments, listOwnRejected } from './my-work.usecases.ts'

export function workRoutes(serve: Serve): void {
  serve(assignees.getAssignee, (context, { params }) => readAssignee(context, params.fileId))

  serve(assignees.setAssignee, (context, { params, body }) =>
    assignDocument(context, { fileId: params.fileId, ...body }),
  )

  serve(assignees.listAssignees, (context, { query }) => assigneesOf(context, query.ids))

  serve(assignees.searchAssignable, (context, { query }) => searchAssignablePeople(context, query))

  serve(myWork.listAssigned, (context, { query }) => listOwnDocuments(context, query.before))

  serve(myWork.listRejected, (context) => listOwnRejected(context))

  serve(myWork.countWork, (context) => countOwnWork(context))
}
