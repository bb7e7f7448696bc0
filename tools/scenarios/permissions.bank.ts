import { importBankStatement, listBankEntries, settleBankEntry, type BankEntry } from '@stowage/api/bank'
import type { Cast, Make } from './permissions.calls.ts'

const sellerOf = async ({ house }: Cast): Promise<string> => {
  const { seller_id } = await house.world.running.platform.db
    .selectFrom('stock')
    .select('seller_id')
    .where('id', '=', house.stock.stockId)
    .executeTakeFirstOrThrow()
  return seller_id
}

let rows = 0
/** A statement with one movement that no other has. */
async function statementOf(cast: Cast, amount = '10.00') {
  rows += 1
  return {
    fileName: 'statement.csv',
    sellerId: await sellerOf(cast),
    file: {
      type: 'text/csv',
      base64: Buffer.from(`day,amount,id\n2026-11-20,${amount},row ${rows}\n`).toString('base64'),
    },
    form: {
      encoding: 'utf-8',
      separator: ',',
      skip: 1,
      dateForm: 'YMD',
      decimal: '.',
      currency: 'EUR',
      columns: {
        date: 0,
        amount: 1,
        credit: null,
        debit: null,
        currency: null,
        payer: null,
        account: null,
        purpose: [],
        id: 2,
      },
    },
  }
}

/** A movement that waits for staff. */
async function entryOf(cast: Cast, amount?: string): Promise<BankEntry> {
  const { sofia } = cast.house.people
  const imported = await sofia.call(importBankStatement, { body: await statementOf(cast, amount) })
  if (imported.status !== 200) throw new Error(`not imported: ${imported.raw}`)
  const { body } = await sofia.call(listBankEntries, { query: { importId: imported.body.id } })
  const [entry] = body.items
  if (!entry) throw new Error('no movement')
  return entry
}

const deed =
  (name: string, bodyOf: (cast: Cast, entry: BankEntry) => object | Promise<object>, amount?: string): Make =>
  async (cast, role) => {
    const entry = await entryOf(cast, amount)
    // One who may not is refused before anything is looked at.
    const body = role === 'superUser' ? await bodyOf(cast, entry) : {}
    return { url: `bank-entries/${entry.id}/${name}`, body }
  }

/** How the rows of the bank are tried. */
export const bankCalls: Readonly<Record<string, Make>> = {
  'GET bank-accounts': () => ({ url: 'bank-accounts' }),
  'GET bank-statements': () => ({ url: 'bank-statements' }),
  'GET bank-entries': () => ({ url: 'bank-entries?state=open' }),
  'POST bank-statements/preview': async (cast) => ({
    url: 'bank-statements/preview',
    body: await statementOf(cast),
  }),
  'POST bank-statements': async (cast) => ({ url: 'bank-statements', body: await statementOf(cast) }),
  'GET bank-entries/{id}': async (cast) => ({ url: `bank-entries/${(await entryOf(cast)).id}` }),
  'GET bank-entries/{id}/targets': async (cast) => ({
    url: `bank-entries/${(await entryOf(cast)).id}/targets?search=clara`,
  }),
  'POST bank-entries/{id}/settle': deed('settle', ({ clara }, entry) => ({
    shares: [],
    balance: { accountId: clara.id, amount: entry.amount },
  })),
  'POST bank-entries/{id}/ignore': deed('ignore', () => ({ reason: 'Not ours' })),
  // There is no such payout: a superUser is told so, all others that they may not.
  'POST bank-entries/{id}/payout': deed('payout', ({ clara }) => ({ payoutId: clara.id }), '-10.00'),
  'POST bank-entries/{id}/undo': deed('undo', async ({ clara, house }, entry) => {
    const settled = await house.people.sofia.call(settleBankEntry, {
      params: { id: entry.id },
      body: { shares: [], balance: { accountId: clara.id, amount: entry.amount } },
    })
    return { updated: settled.body.updated }
  }),
}
