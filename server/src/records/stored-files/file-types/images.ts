import type { ByteSource } from './byte-source.ts'
import type { Finding } from './finding.ts'

const HEAD_BYTES = 65_536

const SIGNATURES: readonly { kind: string; bytes: Buffer }[] = [
  { kind: 'png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { kind: 'jpg', bytes: Buffer.from('ffd8ff', 'hex') },
  { kind: 'tif', bytes: Buffer.from('II*\0', 'latin1') },
  { kind: 'tif', bytes: Buffer.from('MM\0*', 'latin1') },
  // BigTIFF, for images of more than 4 GB.
  { kind: 'tif', bytes: Buffer.from('II+\0', 'latin1') },
  { kind: 'tif', bytes: Buffer.from('MM\0+', 'latin1') },
]

export async function inspectPng(document: ByteSource): Promise<Finding> {
  return foundAs(await detect(document), ['png', 'apng'])
}

export async function inspectJpg(document: ByteSource): Promise<Finding> {
  return foundAs(await detect(document), ['jpg'])
}

/** Rejects raw camera pictures: they have the structure of a TIFF, but TIFF viewers do not show them. */
export async function inspectTif(document: ByteSource): Promise<Finding> {
  return foundAs(await detect(document), ['tif'])
}

function foundAs(kind: string | undefined, accepted: readonly string[]): Finding {
  return kind !== undefined && accepted.includes(kind) ? 'valid' : 'invalid'
}

async function detect(document: ByteSource): Promise<string | undefined> {
  const head = await document.read(0, HEAD_BYTES)
  const signature = SIGNATURES.find(({ bytes }) => head.subarray(0, bytes.length).equals(bytes))?.kind
  if (signature === undefined) return undefined
  const detected = await detectByContent(head)
  if (detected === undefined || isMistakenForRaw(detected, head)) return signature
  return detected
}

/** Returns undefined if the picture is damaged after its signature: damage is accepted. */
async function detectByContent(head: Buffer): Promise<string | undefined> {
  try {
    const { fileTypeFromBuffer } = await import('file-type')
    return (await fileTypeFromBuffer(head))?.ext
  } catch {
    return undefined
  }
}

/**
 * Two raw formats are detected by features that scans have too: a directory of 28 or 31 tags, a tag for print settings.
 * Only with the camera maker's name are they really raw.
 */
function isMistakenForRaw(detected: string, head: Buffer): boolean {
  if (detected === 'nef') return !head.includes('NIKON')
  if (detected === 'arw') return !head.includes('SONY')
  return false
}
