import { randomUUID } from 'node:crypto'

export type UploadFields = {
  fileName: string
  bytes: Buffer
  categoryId: number
  typeId: number
  description?: string
  countyId?: number
  ownerNbr?: number
  relationTypeId?: number
  senderKey?: string
  sha256?: string
  namedOwnerNbr?: number
  corrects?: number
}

/** The multipart form of an upload, as a browser sends it: `payload` and `headers` of a call. */
export function uploadForm(fields: UploadFields): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----form${randomUUID()}`
  const values = {
    attachmentCategoryID: fields.categoryId,
    attachmentTypeID: fields.typeId,
    description: fields.description,
    countyId: fields.countyId,
    ownerNbr: fields.ownerNbr,
    relationTypeId: fields.relationTypeId,
    senderKey: fields.senderKey,
    sha256: fields.sha256,
    namedOwnerNbr: fields.namedOwnerNbr,
    corrects: fields.corrects,
  }
  const parts = Object.entries(values).filter(([, value]) => value !== undefined)
  const text = parts.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const name = fields.fileName.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    payload: Buffer.concat([
      Buffer.from(text.join('') + head),
      fields.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
