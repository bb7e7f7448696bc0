import { endpoints } from '@stowage/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { requestAvailability } from '@stowage/api/support'
import { openBox, openEquipment } from '@stowage/api/access'
import { contractPdf } from '@stowage/api/contracts'
import { documentToken, invoicePdf } from '@stowage/api/billing'
import { me } from '@stowage/api/accounts'
import type { Person } from '@stowage/server/testing/world'
import { listen } from '@stowage/server/testing/listen'
import { somebody } from '@stowage/server/testing/people'
import { openHouse } from './house.fixture.ts'
import type { Cast } from './permissions.calls.ts'

let cast: Cast
beforeAll(async () => {
  const house = await openHouse()
  cast = { house, clara: await house.tenant(), leo: await house.tenant(), nora: await house.documented() }
}, 180_000)
afterAll(async () => await cast?.house.close())

describe('a token for one document', () => {
  test('opens that document in whoever’s browser, and nothing else', async () => {
    const { clara, leo, house } = cast
    const { token } = (await clara.call(documentToken, { params: { id: clara.documentId } })).body
    const visitor = house.people.visitor
    const open = async (query: Record<string, string>) =>
      await visitor.call(invoicePdf, { query: { invoiceId: clara.documentId, ...query } })
    expect((await open({ token })).status).toBe(200)
    expect((await open({ token, invoiceId: leo.documentId })).status).toBe(404)
    for (const forged of [
      `${token}x`,
      token.slice(0, -1),
      'doc.e30.x',
      'doc..',
      'doc.',
      '',
      token.replace('doc.', 'doc.x'),
    ])
      expect([forged, (await open({ token: forged })).code]).toEqual([forged, 9003])
    expect((await visitor.call(contractPdf, { query: { contractId: clara.contractId, token } })).status).toBe(
      404,
    )
    // Not as a session, neither in a header nor in the address.
    expect((await house.world.person(token).send('GET', 'auth/me')).code).toBe(9003)
    expect((await visitor.send('GET', `auth/me?token=${token}`)).code).toBe(9003)
    expect((await visitor.send('GET', `users/${clara.id}?token=${clara.token ?? ''}`)).code).toBe(9003)
    expect((await house.world.person(token).send('GET', `users/${clara.id}/personal-invoices`)).code).toBe(
      9003,
    )
    expect((await leo.call(documentToken, { params: { id: clara.documentId } })).status).toBe(404)
  })

  const files = endpoints.filter(({ kind }) => kind === 'file')
  const linked = ['payments/pdf', 'contracts/pdf']
  test('counts for the two PDFs that are opened by a link', () => {
    expect(files.filter(({ scopedBy }) => scopedBy !== null).map(({ path }) => path)).toEqual(
      expect.arrayContaining(linked),
    )
    expect(
      endpoints
        .filter((one) => one.opensByAccessToken)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(linked.toSorted())
    // Archives of a person, a month and the company, and a mail's preview open with a token for just that, and with nothing else.
    expect(
      files.filter((one) => one.scopedBy !== null && !one.opensByAccessToken).map(({ path }) => path),
    ).toEqual([
      'data-export',
      'iqacdocument/monthly-bills/archive',
      'mail-preview-page',
      'company-export-file',
    ])
  })
  test.each(
    files
      .filter(({ access, path }) => access !== 'public' && !linked.includes(path))
      .map((one) => [one.path, one] as const),
  )(
    'opens no other file, nor does an access token in the address: %s',
    async (path, { method, scopedBy }) => {
      const { clara, house } = cast
      const { sofia, visitor } = house.people
      const { token } = (await sofia.call(documentToken, { params: { id: clara.documentId } })).body
      const ids = `invoiceId=${clara.documentId}&contractId=${clara.documentId}`
      for (const kept of [token, sofia.token ?? '']) {
        for (const name of ['token', 'authToken', 'auth']) {
          const reply = await visitor.send(method, `${path}?${name}=${kept}&${ids}`)
          // What has links of its own knows the token, and that it is one to something else.
          const isOther = kept === token && scopedBy !== null
          expect([name, reply.status, reply.code]).toEqual(isOther ? [name, 404, 9104] : [name, 401, 9003])
        }
      }
      expect((await house.world.person(token).send(method, `${path}?${ids}`)).code).toBe(
        scopedBy === null ? 9003 : 9104,
      )
    },
  )
  test('a link to each of the two opens with the access token in the address, too', async () => {
    const { clara, house } = cast
    const opened = async (url: string) =>
      (await house.people.visitor.send('GET', `${url}&token=${clara.token ?? ''}`)).status
    expect(await opened(`payments/pdf?invoiceId=${clara.documentId}`)).toBe(200)
    expect(await opened(`contracts/pdf?contractId=${clara.contractId}`)).toBe(200)
  })
})

describe('a contract marked as internal', () => {
  test('is seen by a superUser and that staff user, and by nobody else', async () => {
    const { house } = cast
    const { mara, adam, sofia } = house.people
    const tenant = await house.tenant()
    const url = `contracts/${tenant.contractId}`
    expect([(await mara.send('GET', url)).status, (await adam.send('GET', url)).status]).toEqual([403, 200])
    expect((await sofia.send('PUT', `${url}/internal`, { internalUserId: mara.id })).status).toBe(200)
    for (const path of [
      url,
      `${url}/invoices`,
      `contracts/pdf?contractId=${tenant.contractId}`,
      `payments/pdf?invoiceId=${tenant.documentId}`,
    ]) {
      const statuses = await Promise.all(
        [mara, sofia, adam, tenant, cast.leo].map(async (who) => (await who.send('GET', path)).status),
      )
      expect([path, ...statuses]).toEqual([path, 200, 200, 404, 404, 404])
    }
    for (const nobody of [cast.clara.id, '01JD0000000000000000000000', 'x'])
      expect((await sofia.send('PUT', `${url}/internal`, { internalUserId: nobody })).code).toBe(6002)
    expect((await sofia.send('PUT', `${url}/internal`, { internalUserId: null })).status).toBe(200)
    expect((await tenant.send('GET', url)).status).toBe(200)
    const acts = (await sofia.send('GET', `audit?subjectId=${tenant.contractId}`)).body as {
      items: { action: string; before: unknown; after: unknown }[]
    }
    expect(
      acts.items
        .filter(({ action }) => action === 'contract-marked-internal')
        .map(({ before, after }) => [before, after]),
    ).toEqual([
      [{ internalUserId: mara.id }, { internalUserId: null }],
      [{ internalUserId: null }, { internalUserId: mara.id }],
    ])
  })

  test('tells other staff no e-mail in the history of its box, nor at the gate of its stock', async () => {
    const { house } = cast
    const { adam, sofia } = house.people
    const tenant = await house.tenant()
    const { stockId } = house.stock
    const ada = await somebody(house.world, { platformRole: 'staff', roleAlias: 'admin' })
    expect((await tenant.call(openBox, { params: { id: tenant.boxId }, body: {} })).status).toBe(200)
    const gate = { params: { id: stockId }, body: { locationId: '0:01:01' } }
    expect((await tenant.call(openEquipment, gate)).status).toBe(200)
    const paths = [
      `boxes/${tenant.boxId}/history`,
      `boxes/${tenant.boxId}/history?page=1`,
      `stocks/${stockId}/history`,
      `stocks/${stockId}/history?page=1`,
    ]
    type Entry = { action: string; boxNumber: string | null; userId: { email: string } | null }
    /** How often the box was opened, and how often the tenant is said to have opened anything. */
    const seen = async (who: Person) =>
      await Promise.all(
        paths.map(async (path) => {
          const { body } = await who.send('GET', path)
          const list = (
            (Array.isArray(body) ? body : (body as { items: unknown[] }).items) as Entry[]
          ).filter(({ action }) => action === 'opened')
          const own = list.filter(({ boxNumber }) => boxNumber === tenant.unitNumber)
          const named = list.filter(({ userId }) => userId?.email === tenant.email)
          return [own.length, named.length]
        }),
      )
    const mark = async (internalUserId: string | null) => {
      const url = `contracts/${tenant.contractId}/internal`
      expect((await sofia.send('PUT', url, { internalUserId })).status).toBe(200)
    }
    const all = [
      [1, 1],
      [1, 1],
      [1, 2],
      [1, 2],
    ]
    expect(await seen(adam)).toEqual(all)
    await mark(ada.id)
    expect(await seen(adam)).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ])
    expect([await seen(sofia), await seen(ada)]).toEqual([all, all])
    await mark(null)
    expect(await seen(adam)).toEqual(all)
  })

  test('stands in no list or page of a box for other staff, in those that are kept neither', async () => {
    const { house } = cast
    const { mara, adam, sofia } = house.people
    const tenant = await house.tenant()
    const { stockId } = house.stock
    // An admin who is the internal user; the contract is nothing to any other admin.
    const ada = await somebody(house.world, { platformRole: 'staff', roleAlias: 'admin' })
    const paths = [
      `boxes/${tenant.boxId}`,
      `boxes/fetch?stockId=${stockId}`,
      `boxes?method=all&stockId=${stockId}`,
      `boxes?stockId=${stockId}&page=1&number=${tenant.unitNumber}`,
    ]
    const seen = async (who: Person): Promise<(boolean | number)[]> =>
      await Promise.all(
        paths.map(async (path) => {
          const { status, raw } = await who.send('GET', path)
          return status === 200 ? [tenant.id, tenant.contractId].some((text) => raw.includes(text)) : status
        }),
      )
    const fields = async (who: Person) => {
      const { ContractID, ContractNumber, userInfo, internalUserId } = (
        await who.send('GET', `boxes/${tenant.boxId}`)
      ).body as Record<string, unknown>
      return [ContractID, ContractNumber, userInfo, internalUserId]
    }
    expect(await seen(adam)).toEqual([true, true, true, true])
    const mark = async (internalUserId: string | null) => {
      const reply = await sofia.send('PUT', `contracts/${tenant.contractId}/internal`, { internalUserId })
      expect(reply.status).toBe(200)
      await house.world.settle()
    }
    await mark(ada.id)
    expect(await seen(adam)).toEqual([false, false, false, false])
    expect(await seen(mara)).toEqual([403, false, 403, 403])
    expect(await fields(adam)).toEqual([null, null, null, undefined])
    expect(await fields(tenant)).toEqual([
      null,
      null,
      { id: tenant.id, fullName: expect.any(String) },
      undefined,
    ])
    expect(await fields(ada)).toEqual([
      tenant.contractId,
      expect.any(String),
      { id: tenant.id, fullName: expect.any(String) },
      ada.id,
    ])
    // One list is kept for all admins and superUsers, so nobody finds it there.
    expect(await seen(ada)).toEqual([true, false, true, true])
    expect(await seen(sofia)).toEqual([true, false, true, true])
    await mark(null)
    expect(await seen(adam)).toEqual([true, true, true, true])
  })
})

describe('the live channel', () => {
  test('says to each only what is for him', async () => {
    const { house, leo } = cast
    const clara = await house.tenant()
    const { people, world } = house
    const listeners = {
      visitor: people.visitor,
      leo,
      clara,
      mara: people.mara,
      adam: people.adam,
      sofia: people.sofia,
    }
    const entries = Object.entries(listeners).map(
      async ([name, person]) => [name, await listen(world, 'id' in person ? person : undefined)] as const,
    )
    const listening = Object.fromEntries(await Promise.all(entries))
    // A forged token is shown the door.
    const forged = new WebSocket(`ws://127.0.0.1:${world.running.port}/socket`)
    await new Promise((resolve) => forged.once('open', resolve))
    const closed = new Promise<number>((resolve) => forged.once('close', resolve))
    forged.send(
      JSON.stringify({ actionType: 'SET_CONNECTION_USER_META', payload: { authToken: 'e30.e30.x' } }),
    )
    expect(await closed).toBe(4401)
    const foreign = new WebSocket(`ws://127.0.0.1:${world.running.port}/socket`, {
      headers: { origin: 'https://evil.example' },
    })
    expect(await new Promise<number>((resolve) => foreign.once('close', resolve))).toBe(4403)

    expect((await clara.call(openBox, { params: { id: clara.boxId } })).status).toBe(200)
    await people.visitor.call(requestAvailability, {
      body: { name: 'Somebody', email: 'some@body.example', privacy: true },
    })
    await people.sofia.send('PUT', `users/${clara.id}`, { house: '2' })
    // That some box of a stock changed hands is told to whoever looks at a plan.
    const kinds = (name: string): string[] =>
      [...new Set((listening[name]?.heard ?? []).map((message) => message.actionType))]
        .filter((kind) => kind !== 'STOCKS_CHANGED')
        .sort()
    await expect.poll(() => kinds('clara'), { timeout: 20_000 }).toEqual(['BOX_OPENED', 'PUSH_NOTIFICATION'])
    await Promise.all(Object.values(listening).map(async (listener) => await listener.caughtUp()))
    expect(kinds('visitor')).toEqual([])
    expect(kinds('leo')).toEqual([])
    for (const name of ['mara', 'adam', 'sofia']) expect(kinds(name)).toContain('BOX_OPENED')
    for (const name of ['visitor', 'leo', 'mara', 'adam', 'sofia'])
      expect(JSON.stringify(listening[name]?.heard)).not.toContain(clara.email)
    for (const { socket } of Object.values(listening)) socket.close()
  })
})

describe('a superUser who acts as a tenant', () => {
  test('may read what the tenant may, and neither pay, decide on documents nor set a password', async () => {
    const { house, clara } = cast
    const { sofia } = house.people
    const { token } = (await sofia.send('POST', `auth/login-as-user?userId=${clara.id}`)).body as {
      token: string
    }
    const acting = house.world.person(token)
    expect((await acting.call(me)).body.impersonatedBy?.id).toBe(sofia.id)
    const due = await house.tenant(false)
    for (const [method, url, body] of [
      ['POST', 'payments', { DocumentID: due.documentId, processor: 'bankTransfer' }],
      ['PUT', `users/${clara.id}/kyc/${clara.id}_passport/reject`, { reason: 'x' }],
      ['PUT', `users/${clara.id}`, { password: 'another-word', passwordConfirmation: 'another-word' }],
      ['PUT', `users/${clara.id}`, { isKYCVerified: true }],
      ['POST', 'auth/reset-password', { email: clara.email }],
      ['POST', `auth/login-as-user?userId=${cast.leo.id}`, {}],
      ['GET', 'users', undefined],
      ['GET', `users/${cast.leo.id}`, undefined],
    ] as const) {
      const reply = await acting.send(method, url, body)
      expect([url, reply.status, reply.code]).toEqual([url, 403, 9103])
    }
  })
})
