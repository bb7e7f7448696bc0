import { beforeEach, vi } from 'vitest'
import { speak } from './call.ts'

export interface Sent {
  readonly url: string
  readonly init: RequestInit
}

/** What the browser has sent, and what it keeps; empty before each test. */
export const sent: Sent[] = []
export const kept = new Map<string, string>()

/** Answers each call by the first matching line of a script: "METHOD path" or "METHOD path token". */
export function serve(script: Readonly<Record<string, () => Response | Promise<Response>>>): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    const token = new Headers(init.headers).get('Authorization')?.slice(7) ?? ''
    const name = `${init.method ?? 'GET'} ${url}`
    const answer = script[`${name} ${token}`] ?? script[name]
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return await answer()
  })
}
export const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers })
export const refused = (status: number, errorCode: number, more = {}) =>
  json({ errors: [{ errorCode, message: `said ${errorCode}`, ...more }] }, status)
export const headerOf = (index: number, name: string) => new Headers(sent[index]?.init.headers).get(name)

/** A browser of our own for each test of the file that imports this. */
beforeEach(() => {
  sent.length = 0
  kept.clear()
  // Names of what is stored are read as the object's own keys.
  const methods = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
  vi.stubGlobal('sessionStorage', { clear: () => {} })
  vi.stubGlobal('document', { cookie: 'a=1; clientId=abcdef0123456789' })
  vi.stubGlobal('navigator', {})
  speak('de')
})
