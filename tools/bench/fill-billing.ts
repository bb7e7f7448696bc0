import pg from 'pg'
import { money } from '@stowage/domain/money'
import { main } from '@stowage/server/main'
import { openPlan } from '@stowage/server/modules/billing/index'
import { settlePayment } from '@stowage/server/modules/billing/settle-payment'
import type { Config } from '@stowage/server/platform/config'
import { newId } from '@stowage/server/platform/ids'
import { createSmallStock, createTenant } from '@stowage/server/testing/small-stock'

/** Contracts begin in November and are paid by the month: this evening each of them has one invoice due. */
export const NIGHT = '2026-12-24T22:30:00Z'
const BEGIN = '2026-11-01'
const STOCKS = 100

/**
 * Fills the empty, migrated database of the config with plans of contracts that have paid their first invoice and have one due on
 * the night: copies of one that use cases have made, each with a day, a rate and a tenant of its own. Every tenth tenant has
 * a balance that pays a part.
 */
export async function fillBilling(config: Config, contracts: number): Promise<void> {
  const pattern = await makePattern(config)
  const client = new pg.Client({ connectionString: config.databaseUrl })
  await client.connect()
  try {
    for (const statement of copies(pattern, contracts)) await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

interface Pattern {
  readonly stockId: string
  readonly accountId: string
  readonly documentId: string
}

async function makePattern(config: Config): Promise<Pattern> {
  const running = await main({ ...config, port: 0, logLevel: 'warn' }, { manual: true })
  try {
    const { platform, modules } = running
    const { stockId, sellerId } = await createSmallStock(
      { platform, catalog: modules.catalog },
      { stock: { code: 'PP' }, boxes: [] },
    )
    const accountId = await createTenant(platform)
    const terms = await modules.catalog.stockTerms(stockId)
    if (!terms) throw new Error('the stock has no terms')
    const documentId = newId()
    const startDay = Temporal.PlainDate.from(BEGIN)
    const at = startDay.toZonedDateTime('Europe/Berlin').toInstant()
    await platform.transact(async (tx) => {
      const { first } = await openPlan(tx, {
        documentId,
        contractId: 'pattern',
        accountId,
        stockId,
        sellerId,
        terms: {
          rate: money(10_000, 'EUR'),
          discount: { kind: 'table' },
          vatClass: 'individual',
          vatPercent: [{ validFrom: null, percent: 19 }],
          insurance: { monthly: money(499, 'EUR'), coverage: money(100_000, 'EUR'), taxPercent: 19 },
          depositMonths: 1,
          startDay,
          durationMonths: null,
          periodMonths: 1,
        },
        endDay: null,
        snapshot: {
          seller: terms.seller,
          buyer: {
            name: 'Jürgen Weißmüller',
            addressLines: ['Große Hamburger Straße 19', '10115 Berlin'],
            country: 'DE',
            taxNumber: null,
            vatId: null,
            email: 'j@tenants.example',
            phone: '+49 30 1234567',
          },
          contractNumber: 'P-0000001',
          unitNumber: 'YA001',
          size: 4,
          unit: 'm2',
          stockName: 'Berlin Mitte',
          stockAddress: 'Lagerstr. 5, 10115 Berlin',
          stockCode: 'PP',
          timeZone: 'Europe/Berlin',
        },
        issuedOn: startDay,
        firstDueOn: startDay,
        at,
      })
      await settlePayment(tx, {
        paymentId: 'pattern',
        documentId,
        amount: first.totals.gross,
        processor: 'manual',
        at,
      })
    })
    await running.settle()
    return { stockId, accountId, documentId }
  } finally {
    await running.close()
  }
}

/** Statements that copy rows of the pattern; columns that are added to a table later come along. */
function copies({ stockId, accountId, documentId }: Pattern, contracts: number): string[] {
  const id = (kind: string, number: string): string => `('${kind}' || lpad((${number})::text, 24, '0'))`
  const accounts = Math.ceil(contracts / 2)
  const stock = `1 + n % ${STOCKS}`
  const account = `1 + (n::bigint * 7919) % ${accounts}`
  const begin = `(date '${BEGIN}' + (n % 30)::int)`
  const rate = `(4000 + n % 20000)`
  const copy = (table: string, count: string, own: string, where: string): string => `
    insert into ${table} overriding system value
    select made.* from ${table} pattern, generate_series(1, ${count}) n, lateral jsonb_populate_record(null::${table}, to_jsonb(pattern) || jsonb_build_object(${own})) made where ${where}`
  return [
    // What the database makes of a row by itself is not copied.
    'set session_replication_role = replica',
    copy(
      'stock',
      String(STOCKS),
      `'id', ${id('ST', 'n')}, 'code', 'S' || lpad(n::text, 4, '0'), 'external_id', null`,
      `pattern.id = '${stockId}'`,
    ),
    `insert into stock_vat select ${id('ST', 'n')}, valid_from, legal_percent, individual_percent from stock_vat, generate_series(1, ${STOCKS}) n where stock_id = '${stockId}'`,
    `insert into account (id, email, email_key, platform_role, language, account_type, is_individual_entrepreneur, first_name, last_name, country, city, is_adult, is_advertising_agree, is_kyc_verified, was_kyc_verified, created_at)
     select ${id('AC', 'n')}, 't' || n || '@tenants.example', 't' || n || '@tenants.example', platform_role, language, account_type, is_individual_entrepreneur, first_name, last_name || n, country, city, is_adult, is_advertising_agree, is_kyc_verified, was_kyc_verified, created_at
       from account, generate_series(1, ${accounts}) n where id = '${accountId}'`,
    copy(
      'billing_plan',
      String(contracts),
      `'id', ${id('PL', 'n')}, 'contract_id', ${id('CO', 'n')}, 'account_id', ${id('AC', account)}, 'stock_id', ${id('ST', stock)}, 'anchor_day', ${begin},
       'terms', pattern.terms || jsonb_build_object('startDay', ${begin}, 'rate', ${rate}), 'print', pattern.print || jsonb_build_object('contractNumber', 'B-' || n, 'stockCode', 'S' || lpad((${stock})::text, 4, '0')),
       'billed_until', (${begin} + interval '1 month')::date, 'next_issue_on', (${begin} + interval '1 month')::date - 7`,
      `pattern.contract_id = 'pattern'`,
    ),
    copy(
      'document',
      String(contracts),
      `'id', ${id('DO', 'n')}, 'contract_id', ${id('CO', 'n')}, 'plan_id', ${id('PL', 'n')}, 'account_id', ${id('AC', account)}, 'stock_id', ${id('ST', stock)},
       'number', 'S' || lpad((${stock})::text, 4, '0') || '-2026-' || lpad((1 + (n - 1) / ${STOCKS})::text, 6, '0'), 'period_from', ${begin}, 'period_to', (${begin} + interval '1 month')::date`,
      `pattern.id = '${documentId}'`,
    ),
    `insert into document_series select ${id('ST', stock)}, 'invoice', 2026, max(1 + (n - 1) / ${STOCKS}) from generate_series(1, ${contracts}) n group by 1`,
    copy(
      'document_line',
      String(contracts),
      `'document_id', ${id('DO', 'n')}`,
      `pattern.document_id = '${documentId}'`,
    ),
    copy(
      'ledger_entry',
      String(contracts),
      `'id', substring(pattern.id, 15) || lpad(n::text, 14, '0'), 'posting_id', substring(pattern.posting_id, 15) || lpad(n::text, 14, '0'), 'document_id', ${id('DO', 'n')}, 'contract_id', ${id('CO', 'n')}, 'account_holder_id', ${id('AC', account)}, 'stock_id', ${id('ST', stock)}`,
      `pattern.document_id = '${documentId}'`,
    ),
    copy(
      'settlement',
      String(contracts),
      `'id', ${id('SE', 'n')}, 'document_id', ${id('DO', 'n')}`,
      `pattern.document_id = '${documentId}'`,
    ),
    `insert into ledger_entry (id, posting_id, position, reason, account, account_holder_id, seller_id, stock_id, payment_id, currency, amount, business_day, recorded_at)
     select ${id('EN', 'n * 2 + s.position')}, ${id('PO', 'n')}, s.position, 'surplus', s.account, ${id('AC', 'n')}, e.seller_id, ${id('ST', stock)}, 'surplus ' || n, e.currency, s.sign * 2500, e.business_day, e.recorded_at
       from (select * from ledger_entry where document_id = '${documentId}' limit 1) e, generate_series(1, ${accounts}, 10) n, (values (1, 'cash:manual', 1), (2, 'tenantCredit', -1)) s(position, account, sign)`,
    `delete from settlement where document_id = '${documentId}'`,
    `delete from ledger_entry where document_id = '${documentId}'`,
    `delete from document_line where document_id = '${documentId}'`,
    `delete from document where id = '${documentId}'`,
    `delete from billing_plan where contract_id = 'pattern'`,
    `delete from document_series where stock_id = '${stockId}'`,
    `truncate event, event_delivery`,
    'set session_replication_role = origin',
  ]
}
