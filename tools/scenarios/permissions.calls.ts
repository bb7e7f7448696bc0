import { previewLease, bookBox, cancelReservation } from '@stowage/api/booking'
import { requestPasswordReset } from '@stowage/api/accounts'
import { resetCodeFor } from '@stowage/server/modules/accounts/index'
import { createBrowser } from '@stowage/server/testing/browser'
import { DOT, PASSWORD, prove, type NamedPerson } from '@stowage/server/testing/people'
import type { Person } from '@stowage/server/testing/world'
import { CHOICE, signatureOf, type House, type Marked, type Tenant } from './house.fixture.ts'

export const roles = ['public', 'client', 'staff', 'admin', 'superUser', 'own'] as const
export type Role = (typeof roles)[number]

/** The records that calls which change nothing share: Clara is the owner, Leo another tenant, Nora a client with nothing. */
export interface Cast {
  readonly house: House
  readonly clara: Tenant
  readonly leo: Tenant
  readonly nora: Marked
}

export interface Attempt {
  readonly method?: string
  readonly url: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Who plays the owner (Clara), or any role, in this call. */
  readonly as?: Partial<Record<Role, Person>>
}

export type Make = (cast: Cast, role: Role) => Attempt | Promise<Attempt>

let count = 0
const unknownEmail = (): string => `nobody${(count += 1)}@nowhere.example`

/** A reservation of a client who may turn it into a contract. */
async function reserved({ house }: Cast): Promise<{ owner: Marked; id: string; boxId: string }> {
  const owner = await house.documented()
  const box = house.freeBox()
  const reply = await owner.call(bookBox, {
    body: { stockId: house.stock.stockId, boxId: box.id, ...CHOICE },
  })
  if (reply.status !== 200) throw new Error(`no reservation: ${reply.raw}`)
  return { owner, id: reply.body.id, boxId: box.id }
}

async function paymentOf({ house, clara }: Cast): Promise<string> {
  const row = await house.world.running.platform.db
    .selectFrom('payment')
    .select('id')
    .where('account_id', '=', clara.id)
    .executeTakeFirstOrThrow()
  return row.id
}

async function resetCode({ house }: Cast, person: NamedPerson): Promise<string> {
  const { platform } = house.world.running
  await house.people.visitor.call(requestPasswordReset, { body: { email: person.email } })
  const row = await platform.db
    .selectFrom('password_reset')
    .select('id')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return resetCodeFor(platform, row.id)
}

const personOf = ({ house: { people }, clara, leo }: Cast, role: Role): NamedPerson =>
  ({
    public: clara,
    client: leo,
    staff: people.mara,
    admin: people.adam,
    superUser: people.sofia,
    own: clara,
  })[role]

/** How each row of permissions.json is tried: as whom, at whose record. What changes a record makes one for each try. */
export const calls: Readonly<Record<string, Make>> = {
  'POST auth/login': async (cast, role) => {
    const { email } = role === 'public' ? await cast.house.person() : personOf(cast, role)
    return { url: 'auth/login', body: { email, password: PASSWORD } }
  },
  'POST auth/refresh': async (cast, role) => {
    const browser = createBrowser(cast.house.world)
    await browser.signIn(personOf(cast, role).email)
    return {
      url: 'auth/refresh',
      body: {},
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }
  },
  'GET auth/me': () => ({ url: 'auth/me' }),
  'POST auth/login-as-user?userId={id}': async ({ house }) => ({
    url: `auth/login-as-user?userId=${(await house.person()).id}`,
  }),
  'POST auth/sign-up': () => ({
    url: 'auth/sign-up',
    body: {
      accountType: 'individual',
      email: unknownEmail(),
      password: 'pkmnzy',
      firstName: 'New',
      lastName: 'One',
      country: 'DE',
      city: 'Berlin',
      phone: '+49 30 1',
      address: 'Weg 1',
      zip: '10115',
      role: 'superUser',
      isKYCVerified: true,
    },
  }),
  'PUT auth/reset-password': () => ({
    url: 'auth/reset-password',
    body: { passwordResetEmail: unknownEmail() },
  }),
  'POST auth/reset-password': () => ({ url: 'auth/reset-password', body: { email: unknownEmail() } }),
  'POST auth/logout': async (cast, role) => ({
    url: 'auth/logout',
    body: {},
    as: role === 'public' ? {} : { [role]: await cast.house.again(personOf(cast, role)) },
  }),
  'POST auth/leave-user': () => ({ url: 'auth/leave-user', body: {} }),
  'POST auth/reset-password/confirm': async (cast) => {
    const person = await cast.house.person()
    return {
      url: 'auth/reset-password/confirm',
      body: {
        code: await resetCode(cast, person),
        password: 'new-password',
        passwordConfirmation: 'new-password',
      },
    }
  },
  'GET users?page={n}': () => ({ url: 'users?page=1' }),
  'GET users/search?page={n}&search={text}': ({ clara }) => ({
    url: `users/search?page=1&search=${encodeURIComponent(clara.email)}`,
  }),
  'GET users/{id}': ({ clara }) => ({ url: `users/${clara.id}` }),
  'PUT users/{id} (account fields)': ({ clara }) => ({ url: `users/${clara.id}`, body: { language: 'en' } }),
  'PUT users/{id} (isKYCVerified)': async ({ house }) => {
    const own = await house.documented(false)
    return { url: `users/${own.id}`, body: { isKYCVerified: true }, as: { own } }
  },
  'PUT users/{id} (isAgreedWithDocs)': ({ clara }) => ({
    url: `users/${clara.id}`,
    body: { isAgreedWithDocs: true },
  }),
  'PUT users/{id} (passportFile|selfieFile|addressFile|extraFile)': async ({ house }) => {
    const own = await house.person()
    return { url: `users/${own.id}`, body: { passportFile: DOT, selfieFile: DOT }, as: { own } }
  },
  'PUT users/{id} (password, passwordConfirmation)': async ({ house }) => {
    await prove(house.people.sofia)
    const own = await house.person()
    return {
      url: `users/${own.id}`,
      body: { password: 'another-word', passwordConfirmation: 'another-word' },
      as: { own },
    }
  },
  'GET users/{id}/photos': ({ clara }) => ({ url: `users/${clara.id}/photos` }),
  'GET users/{id}/documents': ({ clara }) => ({ url: `users/${clara.id}/documents` }),
  'PUT users/{id}/kyc/{id}_{kind}/reject': async ({ house }) => {
    const own = await house.documented(false)
    return {
      url: `users/${own.id}/kyc/${own.id}_passport/reject`,
      body: { reason: 'cannot be read' },
      as: { own },
    }
  },
  'GET users/{id}/personal-invoices': ({ clara }) => ({ url: `users/${clara.id}/personal-invoices` }),
  'GET users/{userId}/contracts?status={all|opened|closed}': ({ clara }) => ({
    url: `users/${clara.id}/contracts?status=all`,
  }),
  'GET users/{userId}/boxes': ({ clara }) => ({ url: `users/${clara.id}/boxes` }),
  'GET cities': () => ({ url: 'cities' }),
  'GET stocks': () => ({ url: 'stocks' }),
  'GET company': () => ({ url: 'company' }),
  'PUT stocks/{id}/open': ({ house, nora }) => ({
    url: `stocks/${house.stock.stockId}/open`,
    body: { locationId: '0:01:01' },
    as: { client: nora },
  }),
  'PUT stocks/{id}/equipment/{equipmentId}/open': ({ house, nora }) => ({
    url: `stocks/${house.stock.stockId}/equipment/0:01:01/open`,
    body: {},
    as: { client: nora },
  }),
  'GET stocks/{id}/availability': ({ house }) => ({ url: `stocks/${house.stock.stockId}/availability` }),
  'GET stocks/{id}/history': ({ house }) => ({ url: `stocks/${house.stock.stockId}/history?page=1` }),
  'GET stocks/{stockId}/map': ({ house }) => ({ url: `stocks/${house.stock.stockId}/map` }),
  'GET boxes?method=all&stockId={id}': ({ house }) => ({
    url: `boxes?method=all&stockId=${house.stock.stockId}`,
  }),
  'GET boxes/fetch?stockId={id}': ({ house }) => ({ url: `boxes/fetch?stockId=${house.stock.stockId}` }),
  'GET boxes/{id}': ({ clara }) => ({ url: `boxes/${clara.boxId}` }),
  'GET boxes/{id}/history': ({ clara }) => ({ url: `boxes/${clara.boxId}/history` }),
  'GET boxes/{id}/quote': ({ clara }, role) => ({
    url: `boxes/${clara.boxId}/quote?contractDuration=3&invoicingPeriod=1${role === 'superUser' ? `&userId=${clara.id}` : ''}`,
  }),
  'PUT boxes/{id}/open': ({ clara }) => ({ url: `boxes/${clara.boxId}/open`, body: {} }),
  'POST boxes/{UnitID}/open': ({ clara }) => ({ url: `boxes/${clara.boxId}/open`, body: {} }),
  'POST boxes/book': async ({ house }) => {
    const own = await house.person()
    return {
      url: 'boxes/book',
      body: { stockId: house.stock.stockId, boxId: house.freeBox().id, ...CHOICE, userId: own.id },
      as: { own },
    }
  },
  'POST leases/preview': async ({ house, clara }) => ({
    url: 'leases/preview',
    body: { boxId: house.freeBox().id, ...CHOICE, userId: clara.id },
  }),
  'GET leases/preview/{draft}': async ({ house, clara }) => {
    const shown = await clara.call(previewLease, { body: { boxId: house.freeBox().id, ...CHOICE } })
    return { url: shown.body.url }
  },
  'GET leases/sample': ({ house }) => ({ url: `leases/sample?stockId=${house.stock.stockId}` }),
  'GET reservations/{id}': async (cast) => {
    const { id, owner } = await reserved(cast)
    return { url: `reservations/${id}`, as: { own: owner } }
  },
  'DELETE reservations/{id}': async (cast, role) => {
    const { id, owner } = await reserved(cast)
    // A second time by the owner, the first by a superUser: both are right.
    if (role === 'own') await owner.call(cancelReservation, { params: { id } })
    return { url: `reservations/${id}`, as: { own: owner } }
  },
  'POST reservations/{id}/contract': async (cast, role) => {
    const { id, owner, boxId } = await reserved(cast)
    const body =
      role === 'superUser'
        ? { paymentMethod: 'manual' }
        : { paymentMethod: 'bankTransfer', isAdult: true, signature: await signatureOf(owner, boxId, id) }
    return { url: `reservations/${id}/contract`, body, as: { own: owner } }
  },
  'GET boxcategories': () => ({ url: 'boxcategories' }),
  'GET contracts/{ContractID}': ({ clara }) => ({ url: `contracts/${clara.contractId}` }),
  'GET contracts/{contractId}/invoices': ({ clara }) => ({ url: `contracts/${clara.contractId}/invoices` }),
  'GET contracts/pdf?contractId={id}&userId={id}&{token}': ({ clara }) => ({
    url: `contracts/pdf?contractId=${clara.contractId}&userId=${clara.id}`,
  }),
  'DELETE contracts/{ContractID}': async ({ house }) => {
    const own = await house.tenant(false)
    return { url: `contracts/${own.contractId}`, as: { own } }
  },
  'PUT contracts/{ContractID}/internal': async ({ house }) => {
    const own = await house.tenant(false)
    return {
      url: `contracts/${own.contractId}/internal`,
      body: { internalUserId: house.people.adam.id },
      as: { own },
    }
  },
  'POST payments': async ({ house }, role) => {
    const own = await house.tenant(false)
    return {
      url: 'payments',
      body: {
        DocumentID: own.documentId,
        processor: role === 'superUser' ? 'manual' : 'bankTransfer',
        amount: 1,
        userId: own.id,
      },
      as: { own },
    }
  },
  'POST payments (processor manual)': async ({ house }) => {
    const own = await house.tenant(false)
    return { url: 'payments', body: { DocumentID: own.documentId, processor: 'manual' }, as: { own } }
  },
  'GET payments/{paymentId}/state': async (cast) => ({ url: `payments/${await paymentOf(cast)}/state` }),
  'GET payments/pdf?invoiceId={id}&{token}': ({ clara }) => ({
    url: `payments/pdf?invoiceId=${clara.documentId}`,
  }),
  'POST documents/{id}/token': ({ clara }) => ({ url: `documents/${clara.documentId}/token`, body: {} }),
  'GET iqacdocument/account-balance': ({ house, clara }) => ({
    url: `iqacdocument/account-balance?stockId=${house.stock.stockId}&userId=${clara.id}`,
  }),
  'GET notifications?activeStatus={a}&globalStatus={g}': () => ({
    url: 'notifications?activeStatus=all&globalStatus=all',
  }),
  'POST availability-requests': () => ({
    url: 'availability-requests',
    body: { name: 'A', email: unknownEmail(), privacy: true },
  }),
  'GET health': () => ({ url: 'health' }),
  'GET live': () => ({ url: 'live' }),
  'GET ready': () => ({ url: 'ready' }),
  'GET openapi.json': () => ({ url: 'openapi.json' }),
  'GET /payment-return': () => ({ url: '/payment-return?payment=01JD0000000000000000000000&result=success' }),
  'POST site-gateway/{siteId}/events': ({ house }) => ({
    url: `site-gateway/${house.stock.stockId}/events`,
    body: { events: [] },
  }),
}
