import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { endpoints } from '@stowage/api'
import { expect, test } from 'vitest'
import { addressesIn, asksIn } from './web-calls.ts'

const web = path.resolve(import.meta.dirname, '../../apps/web/src')

/** The doors through which the app asks, each with what goes through it. Another one is a way around the API. */
const DOORS: Readonly<Record<string, string>> = {
  'client/call.ts': 'calls, made from their declarations',
  'client/refresh.ts': 'auth/refresh, made from its declaration',
  'client/send-watched.ts': 'calls with a large body, handed over by call.ts',
  'client/realtime.ts': 'the live channel, which docs/operations/api.md describes',
  'client/read-openapi.ts': 'the description of the API itself',
  'worker/sw.ts': 'the parts of the app itself, never the API',
  'areas/simulators/console-client.ts': 'the console of the demo, which is not mounted elsewhere',
}
/** Addresses that stand in the text, for links and pictures; `{}` is a parameter. */
const offered = new Set(['openapi.json', ...endpoints.map(({ path: at }) => at.replaceAll(/\{\w+\}/g, '{}'))])

test('the web app asks through these doors and no other', () => {
  expect([...new Set(asksIn(web).map(({ file }) => file))].sort()).toEqual(Object.keys(DOORS).sort())
})

test('every message of the live channel is described for those who write programs', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const declared = fs.readFileSync(path.join(root, 'packages/api/src/realtime.ts'), 'utf8')
  const kinds = [...declared.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, kind = '']) => kind)
  expect(kinds.length).toBeGreaterThan(10)
  const told = fs.readFileSync(path.join(root, 'docs/operations/api.md'), 'utf8')
  expect(kinds.filter((kind) => !told.includes(`\`${kind}\``))).toEqual([])
})

test('the app’s worker leaves the API alone', () => {
  const worker = fs.readFileSync(path.join(web, 'worker/sw.ts'), 'utf8')
  expect(worker).toContain(
    "if (!pathname.startsWith('/api/') && !pathname.startsWith('/help/')) event.respondWith",
  )
})

test('every address of the API that the app spells out is one that the API offers', () => {
  const spelled = addressesIn(web).filter(({ address }) => address !== '')
  expect(spelled.length).toBeGreaterThan(0)
  const isOffered = (address: string): boolean =>
    [...offered].some((one) => one === address || one.startsWith(address.replace(/\/$/, '/{}')))
  expect(spelled.filter(({ address }) => !isOffered(address))).toEqual([])
})

test('every call the app makes is declared in packages/api, and nowhere else', () => {
  const declared = fs
    .readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /from '@stowage\/api\/endpoint'/.test(fs.readFileSync(path.join(web, file), 'utf8')))
    .filter(
      (file) =>
        !/import type [^;]*?'@stowage\/api\/endpoint'/s.test(fs.readFileSync(path.join(web, file), 'utf8')),
    )
  expect(declared).toEqual([])
})

test('a way around is found', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-web-calls-'))
  fs.writeFileSync(
    path.join(folder, 'sly.ts'),
    "await fetch('/api/secret/back-door')\n// fetch('/api/in-words')\n",
  )
  expect(asksIn(folder)).toMatchObject([{ file: 'sly.ts', line: 1 }])
  expect(addressesIn(folder).map(({ address }) => address)).toEqual(['secret/back-door'])
  fs.rmSync(folder, { recursive: true })
})
