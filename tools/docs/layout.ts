import path from 'node:path'
import type { Chapter, DocsLanguage } from './chapters.ts'
import type { Page } from './read-page.ts'
import { escape, pageName } from './render-page.ts'

interface Words {
  readonly product: string
  readonly search: string
  readonly nothing: string
  readonly menu: string
  readonly onPage: string
  readonly chapters: string
  readonly scheme: string
  readonly schemes: { readonly auto: string; readonly light: string; readonly dark: string }
  readonly before: string
  readonly after: string
  readonly skip: string
  readonly languages: string
}

const WORDS: Readonly<Record<DocsLanguage, Words>> = {
  en: {
    product: 'Help',
    search: 'Search the help',
    nothing: 'Nothing found. Try another word.',
    menu: 'All pages',
    onPage: 'On this page',
    chapters: 'Who are you?',
    scheme: 'Appearance',
    schemes: { auto: 'Like the system', light: 'Light', dark: 'Dark' },
    before: 'Before this',
    after: 'Next',
    skip: 'Skip to content',
    languages: 'Language',
  },
  de: {
    product: 'Hilfe',
    search: 'In der Hilfe suchen',
    nothing: 'Nichts gefunden. Versuchen Sie ein anderes Wort.',
    menu: 'Alle Seiten',
    onPage: 'Auf dieser Seite',
    chapters: 'Wer sind Sie?',
    scheme: 'Darstellung',
    schemes: { auto: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    before: 'Davor',
    after: 'Weiter',
    skip: 'Zum Inhalt',
    languages: 'Sprache',
  },
  ru: {
    product: 'Справка',
    search: 'Поиск по справке',
    nothing: 'Ничего не найдено. Попробуйте другое слово.',
    menu: 'Все страницы',
    onPage: 'На этой странице',
    chapters: 'Кто вы?',
    scheme: 'Оформление',
    schemes: { auto: 'Как в системе', light: 'Светлое', dark: 'Тёмное' },
    before: 'Перед этим',
    after: 'Дальше',
    skip: 'К содержанию',
    languages: 'Язык',
  },
}

const LANGUAGE_NAMES: Readonly<Record<DocsLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  ru: 'Русский',
}

const MARK =
  '<svg viewBox="0 0 16 16" width="22" height="22" aria-hidden="true" class="mark"><rect x="6" width="10" height="5" rx="1.3"/><rect width="5" height="10" rx="1.3"/><rect x="11" y="6" width="5" height="10" rx="1.3"/><rect y="11" width="10" height="5" rx="1.3"/><rect class="yours" x="6" y="6" width="4" height="4" rx="1"/></svg>'

export interface Site {
  readonly chapters: readonly Chapter[]
  readonly pages: ReadonlyMap<string, Page>
}

/** The whole page. @param body what {@link renderPage} made of it */
export function layOut(site: Site, page: Page, body: string): string {
  const chapter = site.chapters.find(({ groups }) => groups.some(({ files }) => files.includes(page.file)))
  const language = chapter?.language ?? 'en'
  const words = WORDS[language]
  const root = path.posix.relative(path.posix.dirname(page.file), '.') || '.'
  const to = (file: string): string => `${root}/${pageName(file)}`
  const current = (isCurrent: boolean): string => (isCurrent ? ' aria-current="page"' : '')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)}${page.title === 'Stowage' ? '' : ' · Stowage'}</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${root}/site/favicon.svg">
<link rel="stylesheet" href="${root}/site/site.css">
<script src="${root}/site/words.js"></script>
<script src="${root}/site/site.js"></script>
</head>
<body data-root="${root}" data-language="${language}" data-nothing="${escape(words.nothing)}">
<a class="skip" href="#content">${words.skip}</a>
<header>
<a class="brand" href="${root}/index.html">${MARK}<span>Stowage</span> <b>${words.product}</b></a>
<div class="find"><input id="search" type="search" placeholder="${words.search}" aria-label="${words.search}" autocomplete="off" spellcheck="false"><div id="found" role="region" aria-live="polite" aria-label="${words.search}" hidden></div></div>
<label class="scheme"><span>${words.scheme}</span><select id="scheme">${(['auto', 'light', 'dark'] as const)
    .map((each) => `<option value="${each}">${words.schemes[each]}</option>`)
    .join('')}</select></label>
</header>
<div class="body">
<nav class="menu" aria-label="${words.menu}"><details class="pages" open><summary>${words.menu}</summary>
${menuOf(site, { chapter, page, language, words, to, current })}
</details></nav>
<main id="content" tabindex="-1">
${languagesOf(site, page, words, to)}<article>
${body}</article>
${aroundOf(chapter, site, page, words, to)}</main>
${contentsOf(page, words)}
</div>
</body>
</html>
`
}

interface Around {
  readonly chapter: Chapter | undefined
  readonly page: Page
  readonly language: DocsLanguage
  readonly words: Words
  readonly to: (file: string) => string
  readonly current: (isCurrent: boolean) => string
}

/** The chapters, and of the one that is read all its pages. */
function menuOf({ chapters, pages }: Site, { chapter, page, language, words, to, current }: Around): string {
  const shown = chapters.filter(
    (each) =>
      each === chapter ||
      (each.key === 'tenants'
        ? each.language === (chapter?.key === 'tenants' ? '' : language)
        : each.language === 'en'),
  )
  return `<p class="who">${words.chapters}</p><ul class="chapters">${shown
    .map((each) => {
      const first = each.groups[0]!.files[0]!
      const own = each === chapter ? groupsOf(each) : ''
      return `<li${each === chapter ? ' class="open"' : ''}><a class="chapter" href="${to(first)}"${current(page.file === first)}>${escape(each.title)}</a>${own}</li>`
    })
    .join('')}</ul>`

  function groupsOf(each: Chapter): string {
    return each.groups
      .map(({ title, files }, index) => {
        const own = index === 0 ? files.slice(1) : files
        const links = own
          .map(
            (file) =>
              `<li><a href="${to(file)}"${current(file === page.file)}>${escape(pages.get(file)?.title ?? file)}</a></li>`,
          )
          .join('')
        if (title === null) return `<ul>${links}</ul>`
        // Seventy decisions are no menu: they unfold where one of them is read.
        return files.length > 16
          ? `<details class="many"${files.includes(page.file) ? ' open' : ''}><summary>${escape(title)}</summary><ul>${links}</ul></details>`
          : `<p class="group">${escape(title)}</p><ul>${links}</ul>`
      })
      .join('')
  }
}

/** The same page in other languages, where there is one. */
function languagesOf({ pages }: Site, page: Page, words: Words, to: (file: string) => string): string {
  const name = /^guides\/tenants\/(?:(de|ru)\/)?([^/]+)$/.exec(page.file)
  if (!name) return ''
  const versions = (['en', 'de', 'ru'] as const)
    .map((language) => ({
      language,
      file: language === 'en' ? `guides/tenants/${name[2]}` : `guides/tenants/${language}/${name[2]}`,
    }))
    .filter(({ file }) => pages.has(file))
  if (versions.length < 2) return ''
  return `<nav class="languages" aria-label="${words.languages}">${versions
    .map(
      ({ language, file }) =>
        `<a href="${to(file)}" lang="${language}"${file === page.file ? ' aria-current="page"' : ''}>${LANGUAGE_NAMES[language]}</a>`,
    )
    .join('')}</nav>\n`
}

function aroundOf(
  chapter: Chapter | undefined,
  { pages }: Site,
  page: Page,
  words: Words,
  to: (file: string) => string,
): string {
  const files = chapter?.groups.flatMap((group) => group.files) ?? []
  const at = files.indexOf(page.file)
  const link = (file: string | undefined, word: string, kind: string): string =>
    file === undefined
      ? '<span></span>'
      : `<a class="${kind}" href="${to(file)}"><span>${word}</span>${escape(pages.get(file)?.title ?? file)}</a>`
  return files.length < 2
    ? ''
    : `<nav class="around" aria-label="${words.after}">${link(at > 0 ? files[at - 1] : undefined, words.before, 'before')}${link(files[at + 1], words.after, 'after')}</nav>\n`
}

function contentsOf(page: Page, words: Words): string {
  const parts = page.headings.filter(({ level }) => level === 2)
  if (parts.length < 2) return '<aside></aside>'
  return `<aside><nav aria-label="${words.onPage}"><p>${words.onPage}</p><ul>${parts
    .map(({ text, anchor }) => `<li><a href="#${escape(anchor)}">${escape(text)}</a></li>`)
    .join('')}</ul></nav></aside>`
}
