import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ReceiptFacts, ReceiptFile } from './receipt.ts'

/** Crockford's base 32, without letters that look like others. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 20
const GROUP = /.{4}(?=.)/g

/**
 * The code that proves that the portal issued a receipt, such as `7K3M-Q0ZT-…`. It is 100 bits of an HMAC-SHA-256 over
 * the whole content, keyed with the portal's secret, in characters that people can read over the telephone.
 */
export function checkCodeOf(receipt: ReceiptFacts, secret: Buffer): string {
  const mac = createHmac('sha256', secret).update(canonicalText(receipt)).digest()
  const bits = BigInt(`0x${mac.toString('hex')}`) >> BigInt(256 - CHARACTERS * 5)
  const code = Array.from({ length: CHARACTERS }, (_, at) => {
    return DIGITS[Number((bits >> BigInt((CHARACTERS - 1 - at) * 5)) & 31n)]
  }).join('')
  return code.replace(GROUP, '$&-')
}

/** Compares two codes in constant time. Characters that are easily misread count as the intended ones. */
export function isSameCode(typed: string, code: string): boolean {
  return timingSafeEqual(digestOf(typed), digestOf(code))
}

function digestOf(code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest()
}

/** A unique text for each receipt: every value has a fixed position, so values cannot run into each other. */
function canonicalText({ files, ...receipt }: ReceiptFacts): string {
  const { form, number, countyId, countyName, accountId, sender, madeAt, clock, clockAheadMs } = receipt
  return JSON.stringify([
    form,
    number,
    countyId,
    countyName,
    accountId,
    sender,
    madeAt.toISOString(),
    clock,
    clockAheadMs,
    files
      .toSorted((one, other) => one.documentId - other.documentId)
      .map((file) => (form === 1 ? bareFile(file) : [...bareFile(file), ...detailsOf(file)])),
  ])
}

function bareFile({ documentId, fileName, byteSize, sha256, receivedAt }: ReceiptFile) {
  return [documentId, fileName, byteSize, sha256.toString('hex'), receivedAt.toISOString()]
}

function detailsOf({ place, category, type, description, owners }: ReceiptFile) {
  return [place, category, type, description, owners]
}
