import {
  dismissNamedOwner,
  getAgents,
  getOwners,
  patchAgents,
  unlinkAgent,
  unlinkOwner,
} from '@portal/contract/edit/edit-links.ts'
import { getRendered, patchRendered } from '@portal/contract/edit/edit-rendered.ts'
import {
  getDescriptionTypes,
  getMetadata,
  patchDescriptionTypes,
  patchStatus,
} from '@portal/contract/edit/edit.ts'
import type { Serve } from '../../records/context.ts'
import * as agents from './agents.usecases.ts'
import { readDescriptionTypes, readMetadata, saveDescriptionTypes } from './edit.usecases.ts'
import * as namedOwners from './named-owner.usecases.ts'
import * as owners from './owners.usecases.ts'
import { readRendered, saveRendered } from './rendered.usecases.ts'
import { saveStatus } from './status.usecases.ts'

export function editRoutes(serve: Serve): void {
  serve(getMetadata, (context, { params }) => readMetadata(context, params.id))

  serve(getDescriptionTypes, (context, { params }) => readDescriptionTypes(context, params.id))

  serve(patchDescriptionTypes, (context, { params, body, ifMatch }) =>
    saveDescriptionTypes(context, {
      documentId: params.id,
      ifMatch,
      description: body.description,
      attachmentTypeId: body.attachmentTypeId,
    }),
  )

  serve(patchStatus, (context, { params, body, ifMatch }) =>
    saveStatus(context, {
      documentId: params.id,
      ifMatch,
      statusId: body.statusId,
      owners: body.owners ?? [],
    }),
  )

  serve(getRendered, (context, { params }) => readRendered(context, params.id))

  serve(patchRendered, (context, { params, body, ifMatch }) =>
    saveRendered(context, {
      documentId: params.id,
      ifMatch,
      rendered: body.rendered,
      renderedDate: body.renderedDate,
      extended: body.extended,
    }),
  )

  serve(getOwners, (context, { params }) => owners.readOwners(context, params.id))

  serve(dismissNamedOwner, (context, { params, ifMatch }) =>
    namedOwners.dismissNamedOwner(context, { documentId: params.id, ifMatch }),
  )

  serve(unlinkOwner, (context, { params: { id, partyNumber, relationTypeId }, ifMatch }) =>
    owners.unlinkOwner(context, { documentId: id, ifMatch, partyNumber, relationTypeId }),
  )

  serve(getAgents, (context, { params }) => agents.readAgents(context, params.id))

  serve(patchAgents, (context, { params, body, ifMatch }) =>
    agents.linkAgents(context, { documentId: params.id, ifMatch, agents: body.agents }),
  )

  serve(unlinkAgent, (context, { params: { id, agentNbr, relationTypeId }, ifMatch }) =>
    agents.unlinkAgent(context, { documentId: id, ifMatch, agentNumber: agentNbr, relationTypeId }),
  )
}
