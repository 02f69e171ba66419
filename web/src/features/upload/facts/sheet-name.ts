/** Whether a file is a spreadsheet that describes the other files. */
export function isSheetName(name: string): boolean {
  return /\.csv$/iu.test(name)
}
