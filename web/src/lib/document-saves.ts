import { dismissNamedOwner, patchAgents } from '@portal/contract/edit/edit-links.ts'
import { patchRendered } from '@portal/contract/edit/edit-rendered.ts'
import { getMetadata, patchDescriptionTypes, patchStatus } from '@portal/contract/edit/edit.ts'
import type { BodyInputOf } from '@portal/contract/endpoint.ts'
import { callWithVersion } from './call.ts'

/** The document to save, and the version that the save is based on. Without a version the last save wins. */
export type SaveTarget = { readonly fileId: number; readonly version: string | null }

/** The parts of a call that changes this version of the document. */
export function aimAt({ fileId, version }: SaveTarget) {
  return { params: { id: fileId }, ...(version !== null && { ifMatch: version }) }
}

// Each returns the part of the document with its version, and throws a CallError.

export function readStatus(fileId: number, signal?: AbortSignal) {
  return callWithVersion(getMetadata, { params: { id: fileId }, signal })
}

/** Sets the status and links owners. */
export function saveStatus(target: SaveTarget, body: BodyInputOf<typeof patchStatus>) {
  return callWithVersion(patchStatus, { ...aimAt(target), body })
}

export function saveDescriptionTypes(target: SaveTarget, body: BodyInputOf<typeof patchDescriptionTypes>) {
  return callWithVersion(patchDescriptionTypes, { ...aimAt(target), body })
}

export function saveRendered(target: SaveTarget, body: BodyInputOf<typeof patchRendered>) {
  return callWithVersion(patchRendered, { ...aimAt(target), body })
}

/** Links agents. */
export function saveAgents(target: SaveTarget, agents: BodyInputOf<typeof patchAgents>['agents']) {
  return callWithVersion(patchAgents, { ...aimAt(target), body: { agents } })
}

/** Takes the owner away that the sender named. */
export function saveNamedOwnerDismissed(target: SaveTarget) {
  return callWithVersion(dismissNamedOwner, aimAt(target))
}
