/** Letters that turn the direction of what follows, or that show nothing at all. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
/** Joiners of letters: Arabic, Indic and emoji need them inside a word, between other letters they only tell equal names apart. */
const IDLE_JOINERS =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}])[\u200c\u200d]+|[\u200c\u200d]+(?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{P}])/gu

/** A text as it is kept: composed, and without letters that show nothing; two that look alike are equal. */
export const plainText = (value: string): string =>
  value.isWellFormed()
    ? value
        .normalize('NFC')
        .replace(INVISIBLE, '')
        .replace(IDLE_JOINERS, '')
        .replace(/^[\u200c\u200d]+|[\u200c\u200d]+$/g, '')
    : value

/** An address with its domain as mail servers know it: `ſtowage.example` is `stowage.example`. What is no domain stays as it is. */
export function plainEmail(value: string): string {
  const plain = plainText(value).trim()
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1)
  // Letters of ASCII stay as they were written.
  if (at < 1 || /^[\x00-\x7f]*$/.test(domain) || /[\s/?#@:\\]/.test(domain)) return plain
  try {
    const { hostname } = new URL(`http://${domain}`)
    return hostname === '' ? plain : `${plain.slice(0, at + 1)}${hostname}`
  } catch {
    return plain
  }
}
