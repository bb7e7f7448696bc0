import { beginUnpaid } from '@stowage/server/testing/begin-unpaid'
import { previewCreditNote } from '@stowage/api/corrections'
import { randomUUID } from 'node:crypto'
import type { Tenant } from './house.fixture.ts'
import type { Cast, Make } from './permissions.calls.ts'

/** The paid month of a contract is over today, and so is its term: nothing is owed and nothing is ahead. */
async function endToday({ house }: Cast, { contractId }: Tenant): Promise<void> {
  const { db } = house.world.running.platform
  const from = Temporal.PlainDate.from('2026-10-21')
  const until = Temporal.PlainDate.from('2026-11-21')
  await db
    .updateTable('contract')
    .set({ start_day: from, end_day: until })
    .where('id', '=', contractId)
    .execute()
  await db
    .updateTable('document')
    .set({ period_from: from, period_to: until })
    .where('contract_id', '=', contractId)
    .execute()
}

/** How the rows of people and their contracts are tried: each try at an account or a contract of its own. */
export const peopleCalls: Readonly<Record<string, Make>> = {
  'POST users': () => ({
    url: 'users',
    body: {
      email: `${randomUUID()}@nowhere.example`,
      password: 'pkmnzy',
      role: 'client',
      accountType: 'individual',
      firstName: 'New',
      lastName: 'One',
      country: 'DE',
      city: 'Berlin',
      phone: '+49 30 1',
      address: 'Weg 1',
      zip: '10115',
    },
  }),
  'POST users/import/preview': () => ({ url: 'users/import/preview', body: { csv: 'e-mail\nx' } }),
  'POST users/import': () => ({
    url: 'users/import',
    body: {
      csv: `E-Mail;First name;Last name;Country;City\n${randomUUID()}@nowhere.example;New;One;DE;Berlin`,
    },
  }),
  'POST contracts/import/preview': ({ house }) => ({
    url: 'contracts/import/preview',
    body: { stockId: house.stock.stockId, csv: 'number;e-mail;start;billed until\nx;x;x;x' },
  }),
  'POST contracts/import': async ({ house }) => {
    const { email } = await house.person()
    const { unitNumber } = house.freeBox()
    return {
      url: 'contracts/import',
      body: {
        stockId: house.stock.stockId,
        csv: `Number,E-Mail,Start,Billed until\n${unitNumber},${email},2025-03-01,2026-12-31`,
        atListPrice: true,
      },
    }
  },
  'GET stocks/{stockId}/contracts/imports': ({ house }) => ({
    url: `stocks/${house.stock.stockId}/contracts/imports`,
  }),
  'POST contracts/imports/{importId}/undo': async ({ house }) => {
    const { email } = await house.person()
    const { unitNumber } = house.freeBox()
    const made = await house.people.sofia.send('POST', 'contracts/import', {
      stockId: house.stock.stockId,
      csv: `Number,E-Mail,Start,Billed until\n${unitNumber},${email},2025-03-01,2026-12-31`,
      atListPrice: true,
    })
    return { url: `contracts/imports/${(made.body as { importId: string }).importId}/undo`, body: {} }
  },
  'PUT contracts/{ContractID}/agreements': async ({ house }) => {
    const own = await house.tenant(false)
    return {
      url: `contracts/${own.contractId}/agreements`,
      body: { lateFeeAgreed: true, doorClosingAgreed: false },
      as: { own },
    }
  },
  'GET users/export?search={text}': () => ({ url: 'users/export?search=clara' }),
  'DELETE users/{id}': async ({ house }) => {
    const own = await house.person()
    return { url: `users/${own.id}`, as: { own } }
  },
  'PUT stocks/{stockId}/contracts/{contractId}': async ({ house }) => {
    const own = await house.tenant()
    return {
      url: `stocks/${house.stock.stockId}/contracts/${own.contractId}`,
      body: { plannedLeaveDate: '2026-12-31' },
      as: { own },
    }
  },
  'POST boxes/{UnitID}/extend': async (cast) => {
    const own = await cast.house.tenant()
    await endToday(cast, own)
    return { url: `boxes/${own.boxId}/extend`, body: {}, as: { own } }
  },
  'POST boxes/{UnitID}/leave': async (cast) => {
    const own = await cast.house.tenant()
    await endToday(cast, own)
    return { url: `boxes/${own.boxId}/leave`, body: { leaveDate: '21/11/2026 23:00' }, as: { own } }
  },
  'GET boxes/{UnitID}/leave?leaveDate={day}': async (cast) => {
    const own = await cast.house.tenant()
    await endToday(cast, own)
    return { url: `boxes/${own.boxId}/leave?leaveDate=2026-11-21`, as: { own } }
  },
  'DELETE boxes/{UnitID}/leave': async ({ house }) => {
    const own = await house.tenant()
    await house.world.running.platform.db
      .updateTable('contract')
      .set({ planned_leave_day: Temporal.PlainDate.from('2026-11-30') })
      .where('id', '=', own.contractId)
      .execute()
    return { url: `boxes/${own.boxId}/leave`, as: { own } }
  },
  'PUT stocks/{stockId}/contracts/{contractId}/terminate?boxId_sm={unitid}': async (cast, role) => {
    const { house } = cast
    const own = await house.tenant()
    if (role === 'superUser') await endToday(cast, own)
    return {
      url: `stocks/${house.stock.stockId}/contracts/${own.contractId}/terminate?boxId_sm=${own.boxId}`,
      body: {},
      as: { own },
    }
  },
  'GET stocks/{stockId}/contracts/{contractId}/closing': async ({ house }) => {
    const own = await house.tenant()
    return { url: `stocks/${house.stock.stockId}/contracts/${own.contractId}/closing`, as: { own } }
  },
  'GET users/{userId}/balances': async ({ house }) => {
    const own = await house.tenant()
    return { url: `users/${own.id}/balances`, as: { own } }
  },
  'POST users/{userId}/payouts': async ({ house }, role) => {
    const own = await house.tenant()
    const { stockId } = house.stock
    const body = { stockId, amount: 1, method: 'cash', paidOn: '2026-11-21' }
    // Closed before a day is over: what he paid is his balance.
    if (role === 'superUser')
      await house.people.sofia.send(
        'PUT',
        `stocks/${stockId}/contracts/${own.contractId}/terminate?boxId_sm=${own.boxId}`,
      )
    return { url: `users/${own.id}/payouts`, body, as: { own } }
  },
  'POST documents/{id}/credit-notes/preview': async ({ house }) => {
    const own = await house.tenant()
    return { url: `documents/${own.documentId}/credit-notes/preview`, body: {}, as: { own } }
  },
  'POST documents/{id}/credit-notes': async ({ house }) => {
    const own = await house.tenant()
    const { sofia } = house.people
    const shown = (await sofia.call(previewCreditNote, { params: { id: own.documentId }, body: {} })).body
    return {
      url: `documents/${own.documentId}/credit-notes`,
      body: { reason: 'Kulanz', shown: { gross: shown.gross, left: shown.left } },
      as: { own },
    }
  },
  'POST documents/{id}/write-off': async ({ house }, role) => {
    const own = await house.tenant(role !== 'superUser')
    const { platform } = house.world.running
    // Begun unpaid, and closed with that debt.
    if (role === 'superUser') {
      await beginUnpaid(house.world, own.documentId)
      await platform.db
        .updateTable('billing_plan')
        .set({ closed_at: platform.clock.now() })
        .where('contract_id', '=', own.contractId)
        .execute()
    }
    const { gross } = await platform.db
      .selectFrom('document')
      .select('gross')
      .where('id', '=', own.documentId)
      .executeTakeFirstOrThrow()
    return {
      url: `documents/${own.documentId}/write-off`,
      body: { debt: gross, reason: 'verzogen' },
      as: { own },
    }
  },
  'GET email-history/search?to={text}': () => ({ url: 'email-history/search?to=' }),
}
