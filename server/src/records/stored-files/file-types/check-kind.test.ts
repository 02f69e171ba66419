import { acceptedExtension } from '@portal/contract/files/accepted-extension.ts'
import { ACCEPTED_EXTENSIONS } from '@portal/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { bytesInMemory, type ByteSource } from './byte-source.ts'
import { checkKind } from './check-kind.ts'

const check = (name: string, content: Buffer | string) =>
  checkKind(name, bytesInMemory(Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1')))

const refused = (name: string) => ({
  ok: false,
  refusal: expect.objectContaining({
    status: 415,
    message: `${name}: the content is not a valid .${name.slice(name.lastIndexOf('.') + 1).toLowerCase()} file.`,
  }) as unknown,
})

const HTML = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>'

/** Counts the bytes that are read. `content` is at the start, followed by zeros up to `size`. */
function counted(content: Buffer, size: number) {
  const reads = { count: 0, bytes: 0, longest: 0 }
  const source: ByteSource = {
    size,
    read: (offset, length) => {
      const wanted = Math.max(0, Math.min(length, size - offset))
      reads.count += 1
      reads.bytes += wanted
      reads.longest = Math.max(reads.longest, wanted)
      const bytes = Buffer.alloc(wanted, 0x20)
      bytes.set(content.subarray(offset, offset + wanted))
      return Promise.resolve(bytes)
    },
  }
  return { source, reads }
}

describe('documents of every accepted kind', () => {
  it.each(ACCEPTED_EXTENSIONS)('accepts a valid .%s and returns its type', async (extension) => {
    const verdict = await check(`Rendition 2026.${extension}`, SAMPLE_FILES[extension])
    expect(verdict).toEqual({
      ok: true,
      extension,
      contentType: expect.stringMatching(/^(application|image|message)\//),
    })
  })

  it('uses the extension after the last dot, in any case', async () => {
    expect(await check('UPPER.PDF', SAMPLE_FILES.pdf)).toMatchObject({ ok: true, extension: 'pdf' })
    expect(await check('double.ext.exe.pdf', SAMPLE_FILES.pdf)).toMatchObject({ ok: true })
    expect(acceptedExtension('rendition.pdf.exe')).toBeNull()
    expect(acceptedExtension('pdf')).toBeNull()
    expect(acceptedExtension('rendition.')).toBeNull()
  })

  it('treats jpg and jpeg, tif and tiff as the same', async () => {
    expect(await check('a.jpeg', SAMPLE_FILES.jpg)).toMatchObject({ ok: true, contentType: 'image/jpeg' })
    expect(await check('a.tiff', SAMPLE_FILES.tif)).toMatchObject({ ok: true, contentType: 'image/tiff' })
  })

  it('R5.24 V5.2.2 refuses each kind under the name of every other', async () => {
    const pairs = new Set(['jpg jpeg', 'jpeg jpg', 'tif tiff', 'tiff tif'])
    for (const named of ACCEPTED_EXTENSIONS) {
      for (const kind of ACCEPTED_EXTENSIONS) {
        if (named === kind || pairs.has(`${named} ${kind}`)) continue
        expect(await check(`a.${named}`, SAMPLE_FILES[kind]), `${kind} named ${named}`).toEqual(
          refused(`a.${named}`),
        )
      }
    }
  })

  it('names the accepted types for any other extension, before it reads anything', async () => {
    const unread: ByteSource = { size: 10, read: () => Promise.reject(new Error('read')) }
    expect(await checkKind('setup.exe', unread)).toEqual({
      ok: false,
      refusal: expect.objectContaining({
        status: 415,
        message:
          'setup.exe: this type of file is not accepted. ' +
          'Accepted types: pdf, png, jpg, jpeg, tif, tiff, doc, docx, xls, xlsx, eml.',
      }) as unknown,
    })
  })

  it.each(ACCEPTED_EXTENSIONS)('calls an empty .%s empty', async (extension) => {
    const name = `Nothing.${extension}`
    expect(await check(name, '')).toEqual({
      ok: false,
      refusal: expect.objectContaining({ status: 400, message: `${name} is empty.` }) as unknown,
    })
  })

  it('refuses a single byte of any kind', async () => {
    for (const extension of ACCEPTED_EXTENSIONS) {
      expect(await check(`one.${extension}`, 'x')).toEqual(refused(`one.${extension}`))
    }
  })

  it('rejects with the error of the store, and never treats it as a verdict', async () => {
    const broken: ByteSource = { size: 5000, read: () => Promise.reject(new Error('the disk is gone')) }
    for (const extension of ACCEPTED_EXTENSIONS) {
      await expect(checkKind(`a.${extension}`, broken)).rejects.toThrow('the disk is gone')
    }
  })

  it.each(ACCEPTED_EXTENSIONS)('D17 V5.2.6 reads only short ranges of 50 MB named .%s', async (extension) => {
    const { source, reads } = counted(SAMPLE_FILES[extension], 52_428_800)
    await checkKind(`a.${extension}`, source)
    expect(reads.longest).toBeLessThanOrEqual(1_048_576)
    // An e-mail is read once more to find a NUL.
    expect(reads.bytes).toBeLessThan(extension === 'eml' ? 52_428_800 + 300_000 : 300_000)
  })
})

describe('pdf', () => {
  const pdf = SAMPLE_FILES.pdf
  const after = (junk: string) => check('a.pdf', Buffer.concat([Buffer.from(junk, 'latin1'), pdf]))

  it('R5.25 D15 accepts a byte order mark or junk before the header, as long as the header is within 1024 bytes', async () => {
    expect(await after('\xef\xbb\xbf')).toMatchObject({ ok: true })
    expect(await after('x'.repeat(1024 - '%PDF-'.length))).toMatchObject({ ok: true })
    expect(await after('x'.repeat(1024 - '%PDF-'.length + 1))).toEqual(refused('a.pdf'))
    expect(await after('x'.repeat(2000))).toEqual(refused('a.pdf'))
  })

  it('D07 accepts a PDF that begins as HTML, which is served only as a PDF', async () => {
    expect(await after(HTML)).toMatchObject({ ok: true, contentType: 'application/pdf' })
  })

  it('D09 D10 refuses HTML and programs named .pdf', async () => {
    expect(await check('a.pdf', HTML)).toEqual(refused('a.pdf'))
    expect(await check('a.pdf', `MZ${'\0'.repeat(510)}`)).toEqual(refused('a.pdf'))
  })
})

describe('images', () => {
  it('D09 D10 refuses HTML named .jpg and SVG named .png', async () => {
    expect(await check('a.jpg', HTML)).toEqual(refused('a.jpg'))
    expect(await check('a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toEqual(refused('a.png'))
  })

  it('D16 accepts TIFF and BigTIFF of both byte orders', async () => {
    for (const start of [
      'II*\0\x08\0\0\0\0\0',
      'MM\0*\0\0\0\x08\0\0',
      'II+\0\x08\0\0\0',
      'MM\0+\0\x08\0\0',
    ]) {
      expect(await check('a.tif', start + '\0'.repeat(64)), `begins ${start}`).toMatchObject({ ok: true })
    }
  })

  it('D16 refuses raw camera pictures named .tif', async () => {
    const canon = `II*\0\x10\0\0\0CR\x02\0${'\0'.repeat(64)}`
    const nikon = `MM\0*\0\0\0\x08\0\x1c\0\xfe${'\0'.repeat(400)}NIKON CORPORATION`
    const digitalNegative = `II*\0\x08\0\0\0\x01\0\x12\xc6${'\0'.repeat(64)}`
    const panasonic = `IIU\0\x18\0\0\0${'\0'.repeat(64)}`
    for (const raw of [canon, nikon, digitalNegative, panasonic]) {
      expect(await check('a.tif', raw), `begins ${raw.slice(0, 12)}`).toEqual(refused('a.tif'))
    }
  })

  it('accepts scans with marks that raw pictures also have', async () => {
    const printSettings = `II*\0\x08\0\0\0\x01\0\xa5\xc4${'\0'.repeat(64)}`
    const manyTags = `MM\0*\0\0\0\x08\0\x1c\0\xfe${'\0'.repeat(400)}EPSON`
    expect(await check('a.tif', printSettings)).toMatchObject({ ok: true })
    expect(await check('a.tif', manyTags)).toMatchObject({ ok: true })
  })

  it('accepts damage after the signature', async () => {
    expect(await check('a.png', `\x89PNG\r\n\x1a\n${'x'.repeat(100)}`)).toMatchObject({ ok: true })
    expect(await check('a.jpg', `\xff\xd8\xff\xe0${'x'.repeat(100)}`)).toMatchObject({ ok: true })
    expect(await check('a.tif', 'II*\0\xff\xff\xff\x7f')).toMatchObject({ ok: true })
  })
})

describe('eml', () => {
  it.each([
    ['headers', 'From: a@b.example\r\nSubject: x\r\n\r\nText'],
    ['one header alone', 'Content-Type: multipart/mixed;\n\tboundary="x"\n\n--x'],
    [
      'the line of a mailbox',
      'From a@b.example Mon Aug 22 09:45:15 2011\nDate: Fri, 19 Aug 2011 10:47:17 +0900\n\nText',
    ],
    [
      'trace headers of a gateway',
      `${'X-Gateway: seen\r\n by another\r\n'.repeat(200)}Received: from x\r\n\r\nText`,
    ],
    ['a byte order mark', '\xef\xbb\xbfFrom: a@b.example\n\nText'],
    ['empty lines', '\r\n\r\nFrom: a@b.example\n\nText'],
    ['text in a Windows code page', 'Subject: Rendici\xf3n\nFrom: x\n\nA\xf1o'],
    ['HTML as its text', `From: a@b.example\r\nContent-Type: text/html\r\n\r\n${HTML}`],
  ])('R5.28 accepts %s', async (_, content) => {
    expect(await check('a.eml', content)).toMatchObject({ ok: true, contentType: 'message/rfc822' })
  })

  it.each([
    ['D09 HTML without headers', HTML],
    ['plain text', 'Dear county,\nplease find enclosed\nSubject: our rendition'],
    ['headers of something else', 'BEGIN:VCARD\nVERSION:4.0\nN:Doe\nEND:VCARD\n'],
    ['an empty line before the headers end', 'X-Nothing: x\n\nFrom: a@b.example\n'],
    ['a line of a mailbox alone', 'From here to there, all is well.\n'],
  ])('R5.28 refuses %s', async (_, content) => {
    expect(await check('a.eml', content)).toEqual(refused('a.eml'))
  })

  it('R5.28 refuses a NUL at any place', async () => {
    const mail = 'From: a@b.example\nSubject: x\n\n'
    expect(await check('a.eml', `From: a@b.example\0\nSubject: x\n\nText`)).toEqual(refused('a.eml'))
    expect(await check('a.eml', `${mail}\0Text`)).toEqual(refused('a.eml'))
    expect(await check('a.eml', `${mail}${'text\n'.repeat(300_000)}`)).toMatchObject({ ok: true })
    expect(await check('a.eml', `${mail}${'text\n'.repeat(300_000)}\0`)).toEqual(refused('a.eml'))
  })
})
