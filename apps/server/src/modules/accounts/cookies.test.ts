import { login, logout, refresh } from '@stowage/api/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '../../testing/browser.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let people: People
beforeAll(async () => {
  world = await createWorld({ config: { publicUrl: 'https://storage.example' } })
  people = await createPeople(world)
})
afterAll(async () => await world.close())

const HOST = '__Host-refreshToken'

describe('B12: cookies over https', () => {
  test('B12: the session cookie can be set by no other host of the domain', async () => {
    const browser = createBrowser(world)
    expect((await browser.signIn(people.clara.email)).status).toBe(200)
    const lines = browser.setCookies
    expect(lines.map((line) => line.split('=')[0] ?? '').toSorted()).toEqual(['__Host-knownDevice', HOST])
    for (const line of lines) {
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).toMatch(/; HttpOnly/)
      expect(line).toMatch(/; Secure/)
      expect(line).toMatch(/; SameSite=Lax/)
      expect(line).not.toMatch(/; Domain/i)
    }
    expect((await browser.refresh()).status).toBe(200)
  })

  test('B12: a sign-in from before the prefix goes on, and takes the new name', async () => {
    const before = createBrowser(world)
    await before.signIn(people.leo.email)
    const former = new Map([['refreshToken', before.cookies.get(HOST) ?? '']])
    const browser = createBrowser(world, former)
    expect((await browser.refresh()).status).toBe(200)
    expect([...browser.cookies.keys()]).toEqual([HOST])
    expect(browser.setCookies.find((line) => line.startsWith('refreshToken='))).toMatch(/; Path=\/api\/auth/)
    expect((await browser.refresh()).status).toBe(200)
  })

  test('B12: signing out clears the cache and both names, and leaves what the page keeps', async () => {
    const browser = createBrowser(world)
    await browser.signIn(people.clara.email)
    const reply = await browser.send('POST', logout.path, {})
    expect(reply.headers['clear-site-data']).toBe('"cache"')
    expect(browser.cookies.has(HOST)).toBe(false)
    expect(browser.setCookies.map((line) => line.split('=')[0] ?? '').toSorted()).toEqual([
      HOST,
      'refreshToken',
    ])
    expect((await browser.refresh()).status).toBe(401)
  })
})

test('B12: strict transport is asked for this host alone', async () => {
  const reply = await people.visitor.send('GET', '/api/health')
  expect(reply.headers['strict-transport-security']).toBe('max-age=31536000')
})

test('B12: no answer says how much of a limit is left', async () => {
  const answers = await Promise.all([
    people.visitor.send('GET', '/api/health'),
    people.visitor.send('GET', '/api/nothing-here'),
    people.visitor.send('GET', '/nothing-here.js'),
    people.visitor.send('POST', login.path, { email: 'x@y.example', password: 'wrong-password' }),
    people.visitor.send('POST', refresh.path, {}),
    people.visitor.send('POST', 'auth/forgot-password', { email: 'x@y.example' }),
    people.clara.send('GET', 'auth/me'),
  ])
  const names = answers.flatMap(({ headers }) => Object.keys(headers))
  expect(names.filter((name) => /ratelimit/i.test(name))).toEqual([])
})
