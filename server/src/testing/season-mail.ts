import {
  accepted,
  bad,
  good,
  held,
  named,
  odd,
  ofMachine,
  paper,
  refused,
  waiting,
  type Kind,
} from './season-mail-parts.ts'
import { filePart, mailOf, PASSED, textPart } from './made-mail.ts'
import { SAMPLE_FILES } from './sample-files.ts'

const { png, docx } = SAMPLE_FILES

const nested = (inner: string, levels: number): string =>
  levels === 0
    ? inner
    : `Content-Type: multipart/mixed; boundary=b${levels}\r\n\r\n--b${levels}\r\n${nested(inner, levels - 1)}\r\n--b${levels}--`
const shown = (id: string) =>
  filePart(`${id}.png`, png, {
    type: 'image/png',
    disposition: `inline; filename="${id}.png"`,
    header: [`Content-ID: <${id}>`],
  })
const LOGO = textPart('<p>Hello<img src="cid:logo"></p>', 'html')
const encoded = (charset: string, bytes: Buffer) => `=?${charset}?B?${bytes.toString('base64')}?=`

/** The oddities of e-mail, each with its outcome. */
export const KINDS: Readonly<Record<string, Kind>> = {
  plain: odd((raw) => raw),
  'folded header': odd((raw) =>
    raw.replaceAll('; filename=', ';\r\n\tfilename=').replace('Subject: ', 'Subject:\r\n  '),
  ),
  'no Message-ID': odd((raw) => raw.replace(/^Message-ID: .*\r\n/mu, '')),
  'the same Message-ID': odd((raw) =>
    raw.replace(/^Message-ID: .*$/mu, 'Message-ID: <twice@loving.example>'),
  ),
  'lines without returns': odd((raw) => raw.replaceAll('\r\n', '\n')),
  'returns alone in the text': odd((raw) => raw.replace('Hello', 'Hello\rto\ryou')),
  'eight bits in the header': odd((raw) => raw.replace('Subject: ', 'X-Note: caf\xE9\r\nSubject: ')),
  'cut off at its end': odd((raw) => raw.slice(0, raw.lastIndexOf('\r\n--'))),
  'of a list': odd((raw) => raw.replace('Subject: ', 'List-Id: <appraisers.example>\r\nSubject: ')),
  'a mailbox line before it': odd((raw) =>
    raw.replace('Subject: ', 'X-Mozilla-Status: 0001\r\nReceived: from a\r\n\tby b\r\nSubject: '),
  ),
  'words of RFC 2047': named(
    (n) => `attachment; filename="=?windows-1252?Q?Rendici=F3n_${n}.pdf?="`,
    (n) => `Rendición ${n}.pdf`,
  ),
  'letters of Shift_JIS': named(
    (n) =>
      `attachment; filename="${encoded('shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b, ...Buffer.from(` ${n}.pdf`)]))}"`,
    (n) => `日本 ${n}.pdf`,
  ),
  'letters of KOI8-R': named(
    (n) =>
      `attachment; filename="${encoded('koi8-r', Buffer.from([0xc4, 0xc1, ...Buffer.from(` ${n}.pdf`)]))}"`,
    (n) => `да ${n}.pdf`,
  ),
  'a name of RFC 2231': named(
    (n) => `attachment; filename*=iso-8859-1'en'caf%E9%20${n}.pdf`,
    (n) => `café ${n}.pdf`,
  ),
  'a name in pieces': named(
    (n) => `attachment; filename*0*=utf-8''Gr%C3%B6%C3%9F; filename*1="e ${n}"; filename*2=.pdf`,
    (n) => `Größe ${n}.pdf`,
  ),
  'a name with a path': named(
    (n) => `attachment; filename="../../etc/plan ${n}.pdf"`,
    (n) => `plan ${n}.pdf`,
  ),
  'parts in parts': ({ n, random, subject }) => {
    const bytes = paper(random)
    return accepted(
      mailOf({ subject, parts: [nested(filePart(`deep ${n}.pdf`, bytes), 6)] }),
      good(`deep ${n}.pdf`, bytes),
    )
  },
  forwarded: ({ subject, n }) => {
    const inner = `From: a@b.example\r\nTo: c@d.example\r\nSubject: Old ${n}\r\nDate: Mon, 2 Mar 2026 10:00:00 -0600\r\nMessage-ID: <old${n}@b.example>\r\n\r\nText ${n}`
    return accepted(mailOf({ subject, parts: [`Content-Type: message/rfc822\r\n\r\n${inner}`] }), {
      name: 'forwarded message 0.eml',
      state: 'accepted',
      bytes: Buffer.from(inner),
    })
  },
  'eight bits as they are': ({ n, random, subject }) => {
    const bytes = Buffer.from(paper(random).toString('latin1').replaceAll('\r', ''), 'latin1')
    const part = [
      'Content-Type: application/pdf',
      `Content-Disposition: attachment; filename="bits ${n}.pdf"`,
      'Content-Transfer-Encoding: binary',
      '',
      bytes.toString('latin1'),
    ].join('\r\n')
    return accepted(mailOf({ subject, parts: [part] }), good(`bits ${n}.pdf`, bytes))
  },
  'a picture of the text and a file': ({ n, random, subject }) => {
    const bytes = paper(random)
    const parts = [LOGO, shown('logo'), filePart(`beside ${n}.pdf`, bytes)]
    return accepted(mailOf({ subject, parts }), good(`beside ${n}.pdf`, bytes))
  },
  'the same bytes twice': ({ n, random, subject }) => {
    const bytes = paper(random)
    const parts = [filePart(`first ${n}.pdf`, bytes), filePart(`second ${n}.pdf`, bytes)]
    return accepted(mailOf({ subject, parts }), good(`first ${n}.pdf`, bytes), good(`second ${n}.pdf`, bytes))
  },
  'one name twice': ({ n, random, subject }) => {
    const both = [paper(random), paper(random)]
    const parts = both.map((bytes) => filePart(`same ${n}.pdf`, bytes))
    return accepted(mailOf({ subject, parts }), ...both.map((bytes) => good(`same ${n}.pdf`, bytes)))
  },
  'good and bad': ({ n, random, subject }) => {
    const bytes = paper(random)
    const parts = [filePart(`good ${n}.pdf`, bytes), filePart(`bad ${n}.exe`, Buffer.from('MZ'))]
    return accepted(mailOf({ subject, parts }), good(`good ${n}.pdf`, bytes), bad(`bad ${n}.exe`))
  },
  'an appointment beside it': ({ n, random, subject }) => {
    const bytes = paper(random)
    const parts = [textPart('BEGIN:VCALENDAR\r\nEND:VCALENDAR', 'calendar'), filePart(`at ${n}.pdf`, bytes)]
    return accepted(mailOf({ subject, parts }), good(`at ${n}.pdf`, bytes))
  },
  signed: ({ n, random, subject }) => {
    const bytes = paper(random)
    const signature = filePart('smime.p7s', Buffer.from('signature'), { type: 'application/pkcs7-signature' })
    const kind = 'multipart/signed; protocol="application/pkcs7-signature"'
    return accepted(
      mailOf({ subject, kind, parts: [filePart(`signed ${n}.pdf`, bytes), signature] }),
      good(`signed ${n}.pdf`, bytes),
    )
  },
  'nothing attached': ({ subject }) => refused(mailOf({ subject }), 'No file was attached.'),
  'a picture of the text alone': ({ subject }) =>
    refused(mailOf({ subject, parts: [LOGO, shown('logo')] }), 'No file was attached.'),
  'another boundary': ({ n, random, subject }) => {
    const raw = mailOf({ subject, parts: [filePart(`lost ${n}.pdf`, paper(random))] })
    return refused(raw.replace(/boundary="[^"]+"/u, 'boundary="nowhere"'), 'No file was attached.')
  },
  'nothing in the file': ({ n, subject }) =>
    refused(
      mailOf({ subject, parts: [filePart(`empty ${n}.pdf`, Buffer.alloc(0))] }),
      'None of its files',
      bad(`empty ${n}.pdf`),
    ),
  'base64 that is none': ({ n, random, subject }) => {
    const part = filePart(`broken ${n}.pdf`, paper(random)).replace(/JVBE/u, 'J!!E')
    return refused(mailOf({ subject, parts: [part] }), 'None of its files', bad(`broken ${n}.pdf`))
  },
  'quoted-printable that is none': ({ n, subject }) => {
    const part = [
      'Content-Type: application/msword',
      `Content-Disposition: attachment; filename="quoted ${n}.docx"`,
      'Content-Transfer-Encoding: quoted-printable',
      '',
      docx.toString('latin1').replaceAll(/[^\x20-\x7E]/gu, '=ZZ'),
    ].join('\r\n')
    return refused(mailOf({ subject, parts: [part] }), 'None of its files', bad(`quoted ${n}.docx`))
  },
  'a locked archive': ({ n, subject }) => {
    const locked = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 1, 0, 8, 0])
    return refused(
      mailOf({ subject, parts: [filePart(`locked ${n}.zip`, locked)] }),
      'None of its files',
      bad(`locked ${n}.zip`),
    )
  },
  'away from the desk': ofMachine('Auto-Submitted: auto-replied'),
  'could not be delivered': ofMachine('Return-Path: <>'),
  'winmail.dat': ({ subject, random }) =>
    waiting(
      mailOf({
        subject,
        parts: [filePart('winmail.dat', paper(random), { type: 'application/ms-tnef' })],
      }),
      'winmail.dat',
    ),
  encrypted: held('encrypted', { kind: 'multipart/encrypted; protocol="application/pgp-encrypted"' }),
  'a stranger': held('No one who can upload', { from: 'stranger@loving.example' }),
  'nobody vouches': held('could not verify', { authentication: PASSED.replace('pass', 'fail') }),
  'two senders': held('one sender', { from: 'clerk@loving.example, other@loving.example' }),
  'a huge header': held('headers are larger', {
    header: Array.from({ length: 300 }, (_, line) => `X-${line}: ${'h'.repeat(1000)}`),
  }),
}
