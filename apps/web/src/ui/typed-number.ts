/**
 * A number as people type it: comma or point, spaces between the thousands. Nothing typed is undefined; what is no number is
 * NaN, which every schema refuses.
 */
export function typedNumber(text: string): number | undefined {
  const plain = text.replaceAll(/[\s\u00a0\u202f']/g, '').replace(',', '.')
  if (plain === '') return undefined
  return /^-?\d+(\.\d*)?$|^-?\.\d+$/.test(plain) ? Number(plain) : Number.NaN
}

/** A number in a field as people type it in the page's language, with a comma or a point; nothing stays nothing. */
export function shownNumber(value: number | null | undefined, language = pageLanguage()): string {
  if (value == null) return ''
  return language === 'en' ? String(value) : String(value).replace('.', ',')
}

const pageLanguage = (): string => (typeof document === 'undefined' ? 'en' : document.documentElement.lang)
