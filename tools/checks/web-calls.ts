import fs from 'node:fs'
import path from 'node:path'

/** What asks a server for something. */
const ASKS =
  /\bfetch\(|\bnew XMLHttpRequest\b|\bnew WebSocket\b|\bsendBeacon\(|\bnew EventSource\b|\bimportScripts\(|<form[^>]*\baction=/
/** An address of the API that somebody wrote down instead of taking it from a call. */
const ADDRESS = /['"`]\/api\/([^'"`$\s?]*)/g

export interface WebCall {
  readonly file: string
  readonly line: number
  readonly text: string
}

const sourcesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))

function linesOf(root: string): WebCall[] {
  return sourcesIn(root).flatMap((file) =>
    fs
      .readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .map((text, index) => ({ file: file.split(path.sep).join('/'), line: index + 1, text: text.trim() }))
      .filter(({ text }) => !/^(\/\/|\*|\/\*)/.test(text)),
  )
}

/** Where the app asks a server by itself. */
export const asksIn = (root: string): WebCall[] => linesOf(root).filter(({ text }) => ASKS.test(text))

/** Addresses of the API in the app's own text. */
export const addressesIn = (root: string): (WebCall & { readonly address: string })[] =>
  linesOf(root).flatMap((call) =>
    [...call.text.matchAll(ADDRESS)].map(([, address = '']) => ({ ...call, address })),
  )
