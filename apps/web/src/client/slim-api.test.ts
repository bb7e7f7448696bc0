import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test, vi } from 'vitest'
import * as api from '@stowage/api/index'
import type { AnyEndpoint } from '@stowage/api/endpoint'
import { wireFields } from '@stowage/api/wire'
import { namesOf, slimApi, slimModule } from '../../slim-api.ts'
import { call } from './call.ts'

// As `slimApi` resolves it for the page.
vi.mock('@stowage/api/wire', async (original) => ({
  ...(await original<object>()),
  ...(await import('./names.ts')),
}))

const folder = fileURLToPath(new URL('../../../../packages/api/src/', import.meta.url))
const plugin = slimApi() as unknown as {
  resolveId(source: string, importer: string): Promise<string | null>
  load(id: string): Promise<string | null>
}

const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/** The calls as the browser gets them. */
const inBrowser = (async () => {
  const entries = api.endpoints.map((endpoint, index): [string, unknown] => [`call${index}`, endpoint])
  const text = slimModule('rules.js', entries, (schema, way) =>
    namesOf(schema, way, wireFields as unknown as Parameters<typeof namesOf>[2]),
  )
  const module = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Record<
    string,
    AnyEndpoint
  >
  return new Map(Object.values(module).map((endpoint) => [nameOf(endpoint), endpoint]))
})()

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('document', { cookie: 'clientId=abcdef0123456789' })
  vi.stubGlobal('navigator', {})
})

test('every call says in the browser what it says on the server', async () => {
  const slim = await inBrowser
  expect(slim.size).toBe(api.endpoints.length)
  for (const endpoint of api.endpoints) {
    const { module, method, path, access, kind } = endpoint
    expect(slim.get(nameOf(endpoint))).toMatchObject({ module, method, path, access, kind })
  }
})

test('a visitor without a session reads the stocks, and is not asked for what is behind the door', async () => {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
    return new Response('[]')
  })
  const slim = await inBrowser
  expect(await call(slim.get('GET stocks')!)).toEqual([])
  await expect(call(slim.get('GET auth/me')!)).rejects.toMatchObject({ status: 401 })
  expect(urls).toEqual(['/api/stocks'])
})

test('the rules of a form find their entities, in whatever folder they lie', async () => {
  const seen = new Set<string>()
  const follow = async (id: string): Promise<void> => {
    if (seen.has(id)) return
    seen.add(id)
    const text = (await plugin.load(id)) ?? ''
    for (const [, source] of text.matchAll(/from '(\.{1,2}\/[^']+)'/g)) {
      const found = await plugin.resolveId(source!, id)
      expect(found, `${source} in ${id}`).toMatch(/\.ts\?rules$/)
      expect(fs.existsSync(found!.replace('?rules', '')), found!).toBe(true)
      await follow(found!)
    }
  }
  await follow(`${folder}booking.ts?rules`)
  expect(seen.size).toBeGreaterThan(3)
})
