import { login, me } from '@stowage/api/accounts'
import { describe, expect, test } from 'vitest'
import { createBrowser } from '../../testing/browser.ts'
import { createPerson, PASSWORD } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createWorld } from '../../testing/world.ts'

const { world, people } = await openPeopledWorld()

describe('signing in', () => {
  test('answers token and user, and sets the refresh cookie for the sign-in calls only', async () => {
    const browser = createBrowser(world)
    const reply = await browser.signIn('Clara@Tenants.Example')
    expect(reply.status).toBe(200)
    expect(reply.body.user).toMatchObject({
      _id: people.clara.id,
      email: 'clara@tenants.example',
      role: 'client',
      roleName: 'user',
      isKYCVerified: false,
      displayName: 'Clara Client',
    })
    // In names: a token may have any four letters in it.
    expect(reply.raw).not.toMatch(/argon2|hash[^":]*":|refreshToken/i)
    const cookie = browser.setCookies.find((line) => line.startsWith('refreshToken='))
    expect(cookie).toMatch(/; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
    const mine = await world.person(reply.body.token).call(me)
    expect(mine.body.id).toBe(people.clara.id)
  })

  test('is marked Secure where the address is https', async () => {
    const secure = await createWorld({ config: { publicUrl: 'https://boxes.example' } })
    try {
      await createPerson(secure, { email: 'clara@tenants.example' })
      const browser = createBrowser(secure)
      await browser.signIn('clara@tenants.example')
      expect(browser.setCookies.every((line) => line.includes('; Secure'))).toBe(true)
    } finally {
      await secure.close()
    }
  })

  test.each([
    [
      'a wrong password',
      { email: 'clara@tenants.example', password: 'wrong-password' },
      401,
      9101,
      undefined,
    ],
    ['an unknown e-mail', { email: 'nobody@tenants.example', password: PASSWORD }, 401, 9101, undefined],
    ['no e-mail', { password: PASSWORD }, 400, 1000, 'email'],
    ['an empty e-mail', { email: ' ', password: PASSWORD }, 400, 1000, 'email'],
    ['a bad e-mail', { email: 'clara', password: PASSWORD }, 400, 1001, 'email'],
    [
      'an e-mail that is a list',
      { email: ['clara@tenants.example'], password: PASSWORD },
      400,
      1001,
      'email',
    ],
    ['no password', { email: 'clara@tenants.example' }, 400, 1002, 'password'],
    ['an empty password', { email: 'clara@tenants.example', password: '' }, 400, 1002, 'password'],
    [
      'a password that is a number',
      { email: 'clara@tenants.example', password: 1234567 },
      400,
      1005,
      'password',
    ],
  ])('refuses %s', async (_what, body, status, code, field) => {
    const reply = await people.visitor.send('POST', login.path, body)
    expect([reply.status, reply.code, reply.errors[0]?.field]).toEqual([status, code, field])
    expect(reply.errors[0]?.message.length).toBeGreaterThan(5)
  })

  test('answers a known and an unknown e-mail in the same words', async () => {
    const known = await people.visitor.send('POST', login.path, {
      email: 'leo@tenants.example',
      password: 'wrong-password',
    })
    const unknown = await people.visitor.send('POST', login.path, {
      email: 'leonora@tenants.example',
      password: 'wrong-password',
    })
    expect(unknown.raw).toBe(known.raw)
    expect(unknown.status).toBe(known.status)
  })

  test('costs an unknown e-mail the time of a hash', async () => {
    const time = async (email: string): Promise<number> => {
      const start = performance.now()
      await people.visitor.send('POST', login.path, { email, password: 'wrong-password' })
      return performance.now() - start
    }
    await time('warm@tenants.example')
    const times = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) times.push(await time(`${name}@unknown.example`))
    // A hash takes 15 ms and more of any core; an answer without one comes in 3.
    expect(Math.min(...times)).toBeGreaterThan(9)
  })

  test('does not let in who has no password or has ended', async () => {
    await createPerson(world, { email: 'mute@tenants.example', passwordHash: null })
    expect((await createBrowser(world).signIn('mute@tenants.example')).code).toBe(9101)
  })
})

describe('guessing', () => {
  const wrong = async (email: string, headers = {}) =>
    await people.visitor.send('POST', login.path, { email, password: 'wrong-password' }, headers)

  test('is refused at the 11th try in 15 minutes, known or not, whatever forwarded-for says', async () => {
    await createPerson(world, { email: 'guessed@tenants.example' })
    for (const email of ['guessed@tenants.example', 'never-seen@tenants.example']) {
      for (let count = 1; count <= 10; count += 1) expect((await wrong(email)).status).toBe(401)
      const refused = await wrong(email, { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' })
      expect([refused.status, refused.code]).toEqual([429, 9129])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
    }
    // The right password is a try like any other.
    expect((await createBrowser(world).signIn('guessed@tenants.example')).status).toBe(429)
  })

  test('counts tries that come at the same moment', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, async () => await wrong('crowd@tenants.example')),
    )
    expect(replies.filter((reply) => reply.status === 401).length).toBeLessThanOrEqual(10)
    expect(replies.filter((reply) => reply.status === 429).length).toBeGreaterThanOrEqual(20)
  })

  test('does not lock the owner out of a device on which he has signed in', async () => {
    await createPerson(world, { email: 'owner@tenants.example' })
    await createPerson(world, { email: 'sister@tenants.example' })
    const home = createBrowser(world)
    expect((await home.signIn('owner@tenants.example')).status).toBe(200)
    expect((await home.signIn('sister@tenants.example')).status).toBe(200)
    for (let count = 1; count <= 11; count += 1) await wrong('owner@tenants.example')
    expect((await wrong('owner@tenants.example')).status).toBe(429)
    expect((await home.signIn('owner@tenants.example')).status).toBe(200)
    // The device's own tries are bounded too, and its cookie opens no other account.
    for (let count = 1; count <= 10; count += 1)
      expect((await home.signIn('owner@tenants.example', 'wrong-password')).status).toBe(401)
    expect((await home.signIn('owner@tenants.example')).status).toBe(429)
    for (let count = 1; count <= 10; count += 1) await wrong('clara@tenants.example')
    expect((await home.signIn('clara@tenants.example')).status).toBe(429)
  })

  test('a right password does not use tries up', async () => {
    await createPerson(world, { email: 'often@tenants.example' })
    for (let count = 1; count <= 12; count += 1)
      expect((await createBrowser(world).signIn('often@tenants.example')).status).toBe(200)
  })
})
