import { describe, expect, it } from 'vitest'
import { contentDisposition } from './document-headers.ts'

/** The name under which a browser with RFC 8187 saves it. */
function savedAs(header: string): string {
  return decodeURIComponent(header.slice(header.indexOf("filename*=UTF-8''") + "filename*=UTF-8''".length))
}

describe('the header that names a download', () => {
  it('V5.4.1 has both names', () => {
    expect(contentDisposition('inline', 'Rendition 2026.pdf')).toBe(
      `inline; filename="Rendition 2026.pdf"; filename*=UTF-8''Rendition%202026.pdf`,
    )
    expect(contentDisposition('attachment', 'café 文.docx')).toBe(
      `attachment; filename="cafe _.docx"; filename*=UTF-8''caf%C3%A9%20%E6%96%87.docx`,
    )
  })

  it.each([
    'إقرار ضريبي.pdf',
    '财产申报.xlsx',
    'say "hi".pdf',
    `it's (100%) *.pdf`,
    'a;b=c.pdf',
    '📄.pdf',
    `${'文'.repeat(83)}.pdf`,
  ])('preserves %j', (name) => {
    expect(savedAs(contentDisposition('attachment', name))).toBe(name)
  })

  it('V1.2.1 V5.4.2 E06 is one legal header for any string', () => {
    const names = [
      'a\r\nSet-Cookie: x=1.pdf',
      '"; filename="evil.exe',
      'a\\"b.pdf',
      '\0',
      '',
      '\ud800.pdf',
      'é'.repeat(9_000),
      '%41.pdf',
    ]
    for (const name of names) {
      const header = contentDisposition('attachment', name)
      expect(() => new Headers({ 'content-disposition': header })).not.toThrow()
      expect(header).toMatch(/^attachment; filename="[^"\\%]+"; filename\*=UTF-8''[\w.!~%-]+$/)
      expect(header.length).toBeLessThan(1_200)
    }
  })

  it.each([
    ['CON.pdf', '_CON.pdf'],
    ['nul', '_nul'],
    ['com1.tar.pdf', '_com1.tar.pdf'],
    ['LPT9 .pdf', '_LPT9 .pdf'],
    ['Console.pdf', 'Console.pdf'],
    ['a.pdf. .', 'a.pdf'],
    ['.pdf', '_.pdf'],
    ['../../x.pdf', 'x.pdf'],
    ['', 'document'],
  ])('E05 makes %j safe on Windows', (name, safe) => {
    expect(savedAs(contentDisposition('inline', name))).toBe(safe)
  })
})
