/** Characters that XML 1.0 cannot hold, even escaped. */
const UNFIT = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Text as it stands between tags or in an attribute. */
export function xmlText(text: string): string {
  return text
    .replace(UNFIT, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
