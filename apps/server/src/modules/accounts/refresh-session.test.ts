import { logout, me, refresh } from '@stowage/api/accounts'
import { createHmac, randomBytes } from 'node:crypto'
import { decodeJwt, SignJWT, type JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { createBrowser, type Browser } from '../../testing/browser.ts'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { endAccount } from './index.ts'
import { deriveKeys } from './keys.ts'

const { world, people } = await openPeopledWorld()

let count = 0
async function signedIn(): Promise<{ browser: Browser; token: string; person: NamedPerson }> {
  count += 1
  const person = await createPerson(world, { email: `tab${count}@tenants.example` })
  const browser = createBrowser(world)
  return { browser, person, token: (await browser.signIn(person.email)).body.token }
}
const statusOfMe = async (token: string): Promise<number> => (await world.person(token).call(me)).status
/** The machine's clock is never moved: what should lie in the past is put there. */
async function rotatedBefore(seconds: number): Promise<void> {
  await world.running.platform.db
    .updateTable('refresh_session')
    .set({ rotated_at: machineNow().subtract({ seconds }) })
    .where('rotated_at', 'is not', null)
    .execute()
}

describe('refreshing', () => {
  test('gives a new access token and rotates the cookie', async () => {
    const { browser, token } = await signedIn()
    const before = browser.cookies.get('refreshToken')
    const reply = await browser.refresh()
    expect(reply.status).toBe(200)
    expect(await statusOfMe(reply.body.accessToken)).toBe(200)
    expect(browser.cookies.get('refreshToken')).not.toBe(before)
    expect(await statusOfMe(token)).toBe(200)
  })

  test.each([['none'], ['garbage'], ['01JD0000000000000000000000.forged'], ['x'.repeat(5000)]])(
    'refuses the cookie %.20s',
    async (value) => {
      const browser = createBrowser(world, new Map(value === 'none' ? [] : [['refreshToken', value]]))
      const reply = await browser.refresh()
      expect([reply.status, reply.code]).toEqual([401, 9003])
    },
  )

  test('goes on for the account of the token that ended, long ended or not', async () => {
    const { browser, token } = await signedIn()
    expect((await browser.refresh(token)).status).toBe(200)
    const claims: JWTPayload = {
      ...decodeJwt(token),
      iat: 1_700_000_000,
      exp: 1_700_000_900,
    }
    const ended = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(deriveKeys(world.running.platform.config.secrets.tokenKey).access)
    expect(await statusOfMe(ended)).toBe(401)
    const { accessToken } = (await browser.refresh(ended)).body
    expect(decodeJwt(accessToken).sub).toBe(claims.sub)
    for (const none of [null, ''])
      expect((await browser.send('POST', refresh.path, { expiredToken: none })).status).toBe(200)
  })

  test("a token of somebody else is not answered with the cookie's account, whose sign-in goes on", async () => {
    const [mine, other] = [await signedIn(), await signedIn()]
    const [cookie, forged] = [mine.browser.cookies.get('refreshToken'), `${mine.token.slice(0, -3)}abc`]
    for (const token of [other.token, forged, 'garbage']) {
      const reply = await mine.browser.refresh(token)
      expect([token, reply.status, reply.code]).toEqual([token, 401, 9003])
    }
    expect(mine.browser.cookies.get('refreshToken')).toBe(cookie)
    expect([await statusOfMe(mine.token), await statusOfMe(other.token)]).toEqual([200, 200])
    // Used up before, the same cookie says no more: a stranger's token does not end a sign-in either.
    const used = createBrowser(world, mine.browser.cookies)
    expect((await mine.browser.refresh(mine.token)).status).toBe(200)
    await rotatedBefore(11)
    expect((await used.refresh(other.token)).status).toBe(401)
    expect((await mine.browser.refresh(mine.token)).status).toBe(200)
  })

  test('two tabs at once both go on, with the same successor', async () => {
    const { browser } = await signedIn()
    const [left, right] = [createBrowser(world, browser.cookies), createBrowser(world, browser.cookies)]
    const replies = await Promise.all([left.refresh(), right.refresh()])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect(left.cookies.get('refreshToken')).toBe(right.cookies.get('refreshToken'))
    expect((await left.refresh()).status).toBe(200)
  })

  test('a token that comes a second time later ends the whole sign-in', async () => {
    const { browser } = await signedIn()
    const stolen = createBrowser(world, browser.cookies)
    const fresh = (await browser.refresh()).body.accessToken
    await rotatedBefore(11)
    const reused = await stolen.refresh()
    expect([reused.status, reused.code]).toEqual([401, 9003])
    expect(stolen.cookies.has('refreshToken')).toBe(false)
    expect((await browser.refresh()).status).toBe(401)
    expect(await statusOfMe(fresh)).toBe(401)
  })

  test('another sign-in of the same person is not touched by that', async () => {
    const { browser, person } = await signedIn()
    const phone = createBrowser(world)
    const token = (await phone.signIn(person.email)).body.token
    const stolen = createBrowser(world, browser.cookies)
    await browser.refresh()
    await rotatedBefore(11)
    await stolen.refresh()
    expect(await statusOfMe(token)).toBe(200)
    expect((await phone.refresh()).status).toBe(200)
  })

  test('is refused when the month is over', async () => {
    const { browser, person } = await signedIn()
    await world.running.platform.db
      .updateTable('refresh_session')
      .set({ expires_at: machineNow().subtract({ seconds: 1 }) })
      .where('account_id', '=', person.id)
      .execute()
    expect((await browser.refresh()).status).toBe(401)
  })

  test('moving business time to next year ends no session', async () => {
    const { browser, token } = await signedIn()
    await world.setTime('2027-12-01T10:00:00Z')
    try {
      expect(await statusOfMe(token)).toBe(200)
      expect((await browser.refresh()).status).toBe(200)
    } finally {
      await world.setTime('2026-11-21T10:00:00Z')
    }
  })

  test('neither token nor code stands in the database', async () => {
    const { browser, token } = await signedIn()
    const { rows } = await world.running.platform.pool.query<{ all: string }>(
      `select (select string_agg(r::text, ' ') from refresh_session r) || (select coalesce(string_agg(i::text, ' '), '') from idempotency i) || (select coalesce(string_agg(e::text, ' '), '') from event e) as all`,
    )
    expect(rows[0]?.all).not.toContain(browser.cookies.get('refreshToken')?.split('.')[1])
    expect(rows[0]?.all).not.toContain(token.slice(-40))
  })
})

describe('signing out', () => {
  test('ends cookie and access token of this sign-in and no other', async () => {
    const { browser, token, person } = await signedIn()
    const kept = createBrowser(world, browser.cookies)
    expect((await browser.send('POST', logout.path, {})).status).toBe(200)
    expect(browser.cookies.has('refreshToken')).toBe(false)
    expect(await statusOfMe(token)).toBe(401)
    expect((await kept.refresh()).status).toBe(401)
    expect((await person.call(me)).status).toBe(200)
  })

  test('works with the access token alone, and without anything', async () => {
    const { token } = await signedIn()
    expect((await world.person(token).send('POST', logout.path, {})).status).toBe(200)
    expect(await statusOfMe(token)).toBe(401)
    expect((await people.visitor.send('POST', logout.path, {})).status).toBe(200)
  })

  test('a sign-in that ended is also dead for a server that starts afterwards', async () => {
    const { token, browser } = await signedIn()
    await browser.send('POST', logout.path, {})
    const second = await createWorldOnSameDatabase()
    try {
      const reply = await second.inject({
        url: '/api/auth/me',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(reply.statusCode).toBe(401)
    } finally {
      await second.close()
    }
  })

  async function createWorldOnSameDatabase() {
    const { main } = await import('../../main.ts')
    const running = await main(
      { ...world.running.platform.config, port: 0 },
      { manual: true, webFolder: '/nowhere' },
    )
    return { inject: running.app.inject.bind(running.app), close: running.close }
  }
})

describe('a live access token', () => {
  const key = () => deriveKeys(world.running.platform.config.secrets.tokenKey).access
  const forge = async (
    change: (jwt: SignJWT) => SignJWT,
    signer: Uint8Array = key(),
    payload: Record<string, unknown> = {},
    algorithm = 'HS256',
  ): Promise<string> =>
    await change(
      new SignJWT({ gen: 0, sid: 'x', ...payload })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(people.sofia.id)
        .setIssuer('stowage')
        .setAudience('stowage-api')
        .setIssuedAt()
        .setExpirationTime('10m'),
    ).sign(signer)

  test('made as ours are made would pass: the forgeries below fail for the reason they name', async () => {
    expect(await statusOfMe(await forge((jwt) => jwt))).toBe(200)
  })

  test.each<[string, () => Promise<string>]>([
    ['another key', () => forge((jwt) => jwt, randomBytes(32))],
    ['the word secret as key', () => forge((jwt) => jwt, Buffer.from('secret'.padEnd(32, '0')))],
    [
      'the bare token key',
      () => forge((jwt) => jwt, Buffer.from(world.running.platform.config.secrets.tokenKey, 'base64url')),
    ],
    ['another issuer', () => forge((jwt) => jwt.setIssuer('elsewhere'))],
    ['another audience', () => forge((jwt) => jwt.setAudience('elsewhere'))],
    ['HS512', () => forge((jwt) => jwt, Buffer.concat([key(), key()]), {}, 'HS512')],
    ['an end in the past', () => forge((jwt) => jwt.setExpirationTime(Math.floor(Date.now() / 1000) - 1))],
    [
      'no end',
      async () =>
        await new SignJWT({ gen: 0, sid: 'x' })
          .setProtectedHeader({ alg: 'HS256' })
          .setSubject(people.sofia.id)
          .setIssuer('stowage')
          .setAudience('stowage-api')
          .sign(key()),
    ],
    ['an old generation', () => forge((jwt) => jwt, key(), { gen: -1 })],
    ['an unknown account', () => forge((jwt) => jwt.setSubject('01JD0000000000000000000000'))],
    ['no text', async () => ''],
    ['garbage', async () => 'a.b.c'],
  ])('is refused with %s', async (_what, make) => {
    const reply = await world.person(await make()).send('GET', 'auth/me')
    expect([reply.status, reply.code]).toEqual([401, 9003])
  })

  test('is refused with alg none and with a role written into it', async () => {
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const payload = {
      sub: people.sofia.id,
      iss: 'stowage',
      aud: 'stowage-api',
      gen: 0,
      sid: 'x',
      exp: Math.floor(Date.now() / 1000) + 600,
    }
    for (const alg of ['none', 'None', 'NONE', ''])
      expect(await statusOfMe(`${encode({ alg, typ: 'JWT' })}.${encode(payload)}.`)).toBe(401)
    const { token } = await signedIn()
    const [head = '', body = '', signature = ''] = token.split('.')
    const swapped = encode({
      ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object),
      role: 'superUser',
      sub: people.sofia.id,
    })
    expect(await statusOfMe(`${head}.${swapped}.${signature}`)).toBe(401)
    expect(
      await statusOfMe(
        `${head}.${swapped}.${createHmac('sha256', '').update(`${head}.${swapped}`).digest('base64url')}`,
      ),
    ).toBe(401)
  })

  test('carries the role and ends after 15 minutes', async () => {
    const { token } = await signedIn()
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      role: string
      iat: number
      exp: number
    }
    expect(payload.role).toBe('client')
    expect(payload.exp - payload.iat).toBe(900)
  })

  test('dies with its account at the next call', async () => {
    const { token, person, browser } = await signedIn()
    expect(await statusOfMe(token)).toBe(200)
    await world.running.platform.transact((tx) =>
      endAccount(tx, person.id, world.running.platform.clock.now()),
    )
    expect(await statusOfMe(token)).toBe(401)
    expect((await browser.refresh()).status).toBe(401)
    expect((await browser.signIn(person.email)).code).toBe(9101)
  })

  test('dies when its owner is demoted; the refreshed one has the new rights', async () => {
    const staff = await createPerson(world, { email: 'demoted@stowage.example', platformRole: 'superUser' })
    const browser = createBrowser(world)
    const { token } = (await browser.signIn(staff.email)).body
    expect((await world.person(token).send('GET', 'users')).status).toBe(200)
    expect((await people.sofia.send('PUT', `users/${staff.id}`, { role: 'staff' })).status).toBe(200)
    expect((await world.person(token).send('GET', 'users')).status).toBe(401)
    const fresh = (await browser.refresh()).body.accessToken
    expect((await world.person(fresh).send('GET', 'users')).status).toBe(403)
  })
})
