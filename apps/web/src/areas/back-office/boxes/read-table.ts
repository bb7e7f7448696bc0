import type { Language } from '@stowage/texts'

/** What spreadsheets of a country write that do not write UTF-8. */
const LOCAL: Readonly<Record<Language, string>> = {
  ru: 'windows-1251',
  en: 'windows-1252',
  de: 'windows-1252',
  pl: 'windows-1250',
}

/** The text of a table: UTF-8 where it is that, else UTF-16 by its mark, else as the reader's spreadsheet writes it. */
export function textOf(bytes: Uint8Array, language: Language): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(LOCAL[language]).decode(bytes)
  }
}
