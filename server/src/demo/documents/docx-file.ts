import { officePackage } from './office-package.ts'
import { xmlText } from './xml.ts'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A Word document on US Letter with a heading and paragraphs. */
export function docxFile(content: { title: string; paragraphs: readonly string[] }): Buffer {
  const body = [
    paragraph(content.title, '<w:b/><w:sz w:val="32"/>'),
    ...content.paragraphs.map((text) => paragraph(text, '<w:sz w:val="22"/>')),
  ]
  const page =
    '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>'
  return officePackage([
    {
      name: 'word/document.xml',
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
      xml: `<w:document xmlns:w="${WORD}"><w:body>${body.join('')}${page}</w:body></w:document>`,
    },
  ])
}

function paragraph(text: string, look: string): string {
  const font = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/>'
  return (
    '<w:p><w:pPr><w:spacing w:after="160"/></w:pPr>' +
    `<w:r><w:rPr>${font}${look}</w:rPr><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`
  )
}
