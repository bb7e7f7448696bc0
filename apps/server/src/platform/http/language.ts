import type { IncomingHttpHeaders } from 'node:http'
import type { Actor, Language } from './actor.ts'

const LANGUAGES: readonly Language[] = ['ru', 'en', 'de', 'pl']

/** The language of answers: what the page says, else the account's, else the browser's, else RU (decisions.md D24). */
export function languageOf(headers: IncomingHttpHeaders, actor: Actor | null): Language {
  const explicit = headers['x-language']
  return (
    LANGUAGES.find((language) => language === explicit) ??
    actor?.language ??
    preferred(headers['accept-language']) ??
    'ru'
  )
}

/** Of `fr, de;q=0.8, en;q=0.5` the first one that we speak. */
function preferred(header: string | undefined): Language | undefined {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [, name = '', weight = '1'] =
        /^\s*([a-z]+)(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part) ?? []
      return { language: LANGUAGES.find((one) => one === name.toLowerCase()), weight: Number(weight) }
    })
    .filter((wish) => wish.language !== undefined && wish.weight > 0)
    .toSorted((one, two) => two.weight - one.weight)[0]?.language
}
