import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { LONGEST_NAME } from '@stowage/lsp/access-list'
import { lanTexts } from '@stowage/texts/lan/index.ts'
import { languages, type Language } from '@stowage/texts/language.ts'

const part = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const style = part('./lan-page.css')
const script = part('./lan-page.js')
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only what stands on the page itself runs or is called. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${hash(style)}`,
  `script-src ${hash(script)}`,
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface PageContent {
  readonly language: Language
  readonly siteName: string | undefined
  /** Doors open by phone over the internet now: no PIN is asked, for it would travel unencrypted. */
  readonly isShut: boolean
  readonly equipment: readonly { readonly id: string; readonly name: string }[]
}

const NAMES: Readonly<Record<Language, string>> = {
  ru: 'Русский',
  en: 'English',
  de: 'Deutsch',
  pl: 'Polski',
}

/** The page as one file without anything to fetch: it is read where there is no network. */
export function lanPage({ language, siteName, equipment, isShut }: PageContent): string {
  const texts = lanTexts[language]
  const doors = equipment.map(
    ({ id, name }) =>
      `<button class="door" type="button" data-id="${escaped(id)}"><span>${escaped(name)}</span><b>${escaped(texts.open)}</b></button>`,
  )
  const links = languages.map((one) =>
    one === language
      ? `<span lang="${one}" aria-current="true">${NAMES[one]}</span>`
      : `<a lang="${one}" hreflang="${one}" href="/?lang=${one}">${NAMES[one]}</a>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escaped(siteName === undefined ? texts.title : `${texts.title} · ${siteName}`)}</title>
<style>${style}</style>
</head>
<body>
<header>${MARK}<p>${escaped(siteName ?? 'Stowage')}</p></header>
<main>
<h1>${escaped(texts.title)}</h1>
<p class="lead">${escaped(isShut ? texts.online : texts.lead)}</p>
${
  isShut
    ? ''
    : `<form id="form" novalidate data-working="${escaped(texts.working)}" data-fields="${escaped(texts.fields)}" data-lost="${escaped(texts.lost)}">
<label for="box">${escaped(texts.box)}</label>
<p class="hint" id="box-hint">${escaped(texts.boxHint)}</p>
<input id="box" name="box" maxlength="${LONGEST_NAME}" autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" aria-describedby="box-hint" required>
<label for="pin">${escaped(texts.pin)}</label>
<p class="hint" id="pin-hint">${escaped(texts.pinHint)}</p>
<input id="pin" name="pin" type="password" inputmode="numeric" pattern="[0-9]*" maxlength="6" autocomplete="off" aria-describedby="pin-hint" required>
<p id="said" role="status" aria-live="assertive" hidden></p>
<button class="open" type="submit">${escaped(texts.openBox)}</button>
${doors.length === 0 ? '' : `<h2>${escaped(texts.others)}</h2>${doors.join('\n')}`}
<details>
<summary>${escaped(texts.staff)}</summary>
<p class="hint" id="lock-hint">${escaped(texts.staffHint)}</p>
<input id="lock" name="lock" maxlength="40" autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" aria-label="${escaped(texts.staff)}" aria-describedby="lock-hint">
</details>
</form>`
}
</main>
<nav>${links.join('')}</nav>
${isShut ? '' : `<script>${script}</script>`}
</body>
</html>
`
}

const MARK = `<svg viewBox="0 0 16 16" width="28" height="28" aria-hidden="true"><path class="crate" d="M6 0h10v5H6zM0 0h5v10H0zM11 6h5v10h-5zM0 11h10v5H0z"/><path class="yours" d="M6 6h4v4H6z"/></svg>`

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
