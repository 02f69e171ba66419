import type { FirstOwner } from '@portal/contract/files/first-owners.ts'
import { NOTHING } from '../../../lib/format.ts'
import classes from '../files.module.css'
import type { FirstOwners } from './first-owners.queries.ts'

type Props = { readonly fileId: number; readonly owners: FirstOwners }

/** The first owner of a document: name, and below it number and how many more. Empty until it is loaded. */
export function OwnerCell({ fileId, owners }: Props) {
  const owner = owners.of(fileId)
  if (!owner) return owners.hasFailed ? 'Not loaded' : owners.isLoaded && NOTHING
  return (
    <span className={classes.owner}>
      <bdi>{owner.OwnerName}</bdi> <span>{numberText(owner)}</span>
    </span>
  )
}

/** `Mesa Compression LLC 7003, 1 more`, for the title of the cell; empty without an owner. */
export function ownerText(owner: FirstOwner | undefined): string {
  return owner ? `${owner.OwnerName} ${numberText(owner)}` : ''
}

function numberText({ OwnerNbr, OwnerCount }: FirstOwner): string {
  return OwnerCount > 1 ? `${OwnerNbr}, ${OwnerCount - 1} more` : String(OwnerNbr)
}
