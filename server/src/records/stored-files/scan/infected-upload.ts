import { sentenceOf } from '@portal/contract/error.ts'
import { FILE_INFECTED, FILE_INFECTED_NOT_STORED } from '@portal/contract/files/upload-errors.ts'
import { PortalError } from '../../../engines/http/errors.ts'

type Found = { readonly fileName: string; readonly finding: string; readonly keptBytes: number }

/** An infected upload; `keptBytes` of it are in quarantine and count as stored. */
export class InfectedUpload extends PortalError {
  readonly keptBytes: number

  constructor({ fileName, finding, keptBytes }: Found) {
    const said = keptBytes > 0 ? FILE_INFECTED : FILE_INFECTED_NOT_STORED
    super(
      { ...said, sentence: sentenceOf(said, { fileName }) },
      { details: `A virus was found in ${fileName}: ${finding}.` },
    )
    this.keptBytes = keptBytes
  }
}

/** Returns the bytes that a failed upload left in the store: those in quarantine. */
export function bytesLeftBy(error: unknown): number {
  return error instanceof InfectedUpload ? error.keptBytes : 0
}
