import { describe, expect, it } from 'vitest'
import { cleanFileName } from './file-name.ts'

describe('the stored name of a document', () => {
  it.each([
    ['Rendition 2026.pdf', 'Rendition 2026.pdf'],
    ["O'Brien & Söhne (final) [2].pdf", "O'Brien & Söhne (final) [2].pdf"],
    ['say "hi".pdf', 'say "hi".pdf'],
    ['إقرار ضريبي.pdf', 'إقرار ضريبي.pdf'],
    ['财产申报.xlsx', '财产申报.xlsx'],
    ['📄❤️.pdf', '📄❤️.pdf'],
    ['.pdf', '.pdf'],
    ['CON.pdf', 'CON.pdf'],
  ])('keeps %j', (raw, kept) => {
    expect(cleanFileName(raw)).toBe(kept)
  })

  it.each([
    ['../../x.pdf', 'x.pdf'],
    [String.raw`C:\Users\me\y.pdf`, 'y.pdf'],
    ['/etc/passwd', 'passwd'],
    [String.raw`a/b\c.pdf`, 'c.pdf'],
    [String.raw`..\..\c.pdf`, 'c.pdf'],
  ])('E01 takes the base name of %j', (raw, base) => {
    expect(cleanFileName(raw)).toBe(base)
  })

  it.each([
    ['E02 NUL', 'a\0.pdf', 'a.pdf'],
    ['E06 line breaks', 'a\r\nX-Evil: 1.pdf', 'aX-Evil: 1.pdf'],
    ['E03 marks of writing direction', 'invoice\u202efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['E03 zero-width characters', 'a\u200bb\ufeffc\u2060.pdf', 'abc.pdf'],
    ['C1 controls and line separators', 'a\u0085b\u2028c\u2029.pdf', 'abc.pdf'],
    ['tags without a shape', 'a\u{e0041}.pdf', 'a.pdf'],
    ['white space around', '  a b.pdf \u00a0', 'a b.pdf'],
  ])('V1.3.3 removes %s', (_, raw, clean) => {
    expect(cleanFileName(raw)).toBe(clean)
  })

  it('E04 composes letters and repairs broken ones', () => {
    expect(cleanFileName('cafe\u0301.pdf')).toBe('caf\u00e9.pdf')
    expect(cleanFileName('a\ud800b.pdf')).toBe('a\ufffdb.pdf')
  })

  it.each([undefined, '', '.', '..', '...', ' . ', '/', 'folder/', '\0', '\u202e\u200b', '\u200b..'])(
    'E05 E07 finds nothing usable in %j',
    (raw) => {
      expect(cleanFileName(raw)).toBeNull()
    },
  )

  it('E05 keeps 255 bytes, and cuts longer names before their extension', () => {
    const whole = `${'a'.repeat(251)}.pdf`
    expect(cleanFileName(whole)).toBe(whole)
    expect(cleanFileName(`a${whole}`)).toBe(whole)
    expect(cleanFileName(`${'a'.repeat(5000)}.jpeg`)).toBe(`${'a'.repeat(250)}.jpeg`)
    expect(cleanFileName(`x.${'a'.repeat(5000)}`)).toBe(`x.${'a'.repeat(253)}`)
    expect(cleanFileName('a'.repeat(256))).toBe('a'.repeat(255))
    expect(cleanFileName(`.${'a'.repeat(300)}`)).toBe(`.${'a'.repeat(254)}`)
  })

  it('never cuts through a character', () => {
    const cut = cleanFileName(`${'文'.repeat(200)}.pdf`)
    expect(cut).toBe(`${'文'.repeat(83)}.pdf`)
    expect(cleanFileName(`${'📄'.repeat(100)}.pdf`)).toBe(`${'📄'.repeat(62)}.pdf`)
  })

  it('is clean for any string, and cleaning it again changes nothing', () => {
    const odd = [
      'a',
      '.',
      '/',
      '\\',
      '\0',
      '\ud83d',
      '\udcc4',
      '\u0301',
      '\u202e',
      ' ',
      '文',
      'é',
      '\ufeff',
      '\u1100',
      '\u1161',
      '"',
    ]
    let state = 7
    for (let round = 0; round < 3_000; round += 1) {
      let raw = ''
      for (let length = round % 40; length > 0; length -= 1) {
        state = (state * 48_271) % 2_147_483_647
        raw += (odd[state % odd.length] ?? '').repeat(state % 7 === 0 ? 60 : 1)
      }
      const name = cleanFileName(raw)
      if (name === null) continue
      expect(cleanFileName(name), `from ${JSON.stringify(raw)}`).toBe(name)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name.isWellFormed()).toBe(true)
      expect(name).not.toMatch(/[/\\\p{Cc}\u202e\ufeff]/u)
    }
  })
})
