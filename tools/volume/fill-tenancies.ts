import pg from 'pg'
import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { main } from '@stowage/server/main'
import type { Config } from '@stowage/server/platform/config'
import { createPerson } from '@stowage/server/testing/person'
import { createSmallCompany, createSmallStock } from '@stowage/server/testing/small-stock'
import { accountMaker } from './make-account.ts'
import { PASSWORD, SUPER_EMAIL } from './make-patterns.ts'

export interface Tenancies {
  readonly contracts: number
  readonly stocks: number
  /** The first of them begin on it, the others on the days behind it. */
  readonly from: string
  readonly withinDays: number
  /** Every so manieth tenant has a balance that pays a part of what comes next; 0: nobody. */
  readonly everyBalance: number
}

/**
 * Fills the empty, migrated database of the config with contracts without an end that have paid their first invoice: copies of one that
 * use cases have made, each with a day, a rate, a box and a tenant of its own (two contracts for each). All that `verify`
 * recomputes holds.
 */
export async function fillTenancies(config: Config, wish: Tenancies): Promise<void> {
  const pattern = await makePattern(config, wish)
  const client = new pg.Client({ connectionString: config.databaseUrl })
  await client.connect()
  try {
    for (const statement of copies(pattern, wish)) await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

interface Pattern {
  readonly stockId: string
  readonly boxId: string
  readonly accountId: string
  readonly contractId: string
  readonly documentId: string
}

async function makePattern(config: Config, { from }: Tenancies): Promise<Pattern> {
  const running = await main(
    { ...config, port: 0, logLevel: 'warn' },
    { manual: true, webFolder: '/nowhere' },
  )
  try {
    const { platform, modules } = running
    platform.clock.follow(Date.parse(`${from}T10:00:00Z`) - Date.now())
    const account = await accountMaker(running, PASSWORD)
    const places = { platform, catalog: modules.catalog }
    await createSmallCompany(places, 1230)
    const { stockId, boxes } = await createSmallStock(places, {
      stock: { code: 'PATTERN', depositMonths: 1 },
      boxes: [{ unitNumber: 'YA001', size: 4 }],
    })
    const superUserId = await account(SUPER_EMAIL, 'superUser')
    const accountId = await account('pattern@volume.example', 'client')
    const boss = createPerson(running.app, await modules.accounts.openSessionFor(superUserId))
    const boxId = boxes[0]?.id ?? ''
    const booked = await boss.call(bookBox, {
      body: {
        stockId,
        boxId,
        userId: accountId,
        arrivalDate: from,
        contractDuration: 11,
        invoicingPeriod: 1,
        paymentMethod: 'manual',
      },
    })
    if (booked.status !== 200) throw new Error(`no contract: ${booked.raw}`)
    const documentId = booked.body.documentId ?? ''
    const paid = await boss.call(payDocument, { body: { documentId, processor: 'manual' } })
    if (paid.status !== 200) throw new Error(`not paid: ${paid.raw}`)
    await running.settle()
    return { stockId, boxId, accountId, contractId: booked.body.id, documentId }
  } finally {
    await running.close()
  }
}

/** Statements that copy rows of the pattern; columns that are added to a table later come along. */
function copies(pattern: Pattern, wish: Tenancies): string[] {
  const { stockId, boxId, accountId, contractId, documentId } = pattern
  // The pattern is one of them.
  const count = wish.contracts - 1
  const accounts = Math.ceil(count / 2)
  const id = (kind: string, number: string): string => `('${kind}' || lpad((${number})::text, 24, '0'))`
  const stock = `1 + n % ${wish.stocks}`
  const code = `'S' || lpad((${stock})::text, 4, '0')`
  const account = `1 + (n::bigint * 7919) % ${accounts}`
  const begin = `(date '${wish.from}' + (n % ${wish.withinDays})::int)`
  const second = `(${begin} + interval '1 month')::date`
  const inMonths = (rest: string): string => `${rest} + (n % 20000)`
  const copy = (table: string, own: string, where: string, times = String(count)): string => `
    insert into ${table} overriding system value
    select made.* from ${table} pattern, generate_series(1, ${times}) n, lateral jsonb_populate_record(null::public.${table}, to_jsonb(pattern) || jsonb_build_object(${own})) made where ${where}`
  const ofContract = `'contract_id', ${id('CO', 'n')}, 'account_id', ${id('AC', account)}, 'stock_id', ${id('ST', stock)}`
  return [
    `update contract set end_day = null, duration_months = null where id = '${contractId}'`,
    `update billing_plan set end_day = null, terms = terms || '{"durationMonths": null}' where contract_id = '${contractId}'`,
    // Keys are looked up once for all of them: at the end, by whoever verifies.
    'set session_replication_role = replica',
    copy(
      'stock',
      `'id', ${id('ST', 'n')}, 'code', 'S' || lpad(n::text, 4, '0'), 'external_id', null`,
      `pattern.id = '${stockId}'`,
      String(wish.stocks),
    ),
    `insert into stock_vat select ${id('ST', 'n')}, valid_from, legal_percent, individual_percent from stock_vat, generate_series(1, ${wish.stocks}) n where stock_id = '${stockId}'`,
    `insert into account (id, email, email_key, platform_role, language, account_type, is_individual_entrepreneur, first_name, last_name, country, city, is_adult, is_advertising_agree, is_kyc_verified, was_kyc_verified, created_at)
     select ${id('AC', 'n')}, 't' || n || '@volume.example', 't' || n || '@volume.example', platform_role, language, account_type, is_individual_entrepreneur, first_name, 'Weißmüller ' || n, country, city, is_adult, is_advertising_agree, is_kyc_verified, was_kyc_verified, created_at
       from account, generate_series(1, ${accounts}) n where id = '${accountId}'`,
    copy(
      'box',
      `'id', ${id('BO', 'n')}, 'stock_id', ${id('ST', stock)}, 'unit_number', 'YA' || lpad(n::text, 6, '0'), 'external_id', null, 'lock_id', null`,
      `pattern.id = '${boxId}'`,
    ),
    copy(
      'contract',
      `'id', ${id('CO', 'n')}, 'number', 'V-' || lpad(n::text, 7, '0'), 'box_id', ${id('BO', 'n')}, 'stock_id', ${id('ST', stock)}, 'account_id', ${id('AC', account)},
       'start_day', ${begin}, 'external_id', null, 'first_document_id', ${id('DO', 'n')}`,
      `pattern.id = '${contractId}'`,
    ),
    copy(
      'box_claim',
      `'id', ${id('CL', 'n')}, 'box_id', ${id('BO', 'n')}, 'stock_id', ${id('ST', stock)}, 'holder_id', ${id('CO', 'n')}, 'account_id', ${id('AC', account)}`,
      `pattern.holder_id = '${contractId}'`,
    ),
    copy(
      'billing_plan',
      `'id', ${id('PL', 'n')}, ${ofContract}, 'anchor_day', ${begin},
       'terms', pattern.terms || jsonb_build_object('startDay', ${begin}, 'rate', ${inMonths('4000')}),
       'print', pattern.print || jsonb_build_object('contractNumber', 'V-' || lpad(n::text, 7, '0'), 'unitNumber', 'YA' || lpad(n::text, 6, '0'), 'stockCode', ${code}),
       'billed_until', ${second}, 'next_issue_on', ${second} - 7`,
      `pattern.contract_id = '${contractId}'`,
    ),
    copy(
      'document',
      `'id', ${id('DO', 'n')}, ${ofContract}, 'plan_id', ${id('PL', 'n')}, 'number', ${code} || '-${wish.from.slice(0, 4)}-' || lpad(((n + ${wish.stocks} - 1) / ${wish.stocks})::text, 6, '0'),
       'period_from', ${begin}, 'period_to', ${second}, 'payment_number', nextval(pg_get_serial_sequence('document', 'payment_number'))`,
      `pattern.id = '${documentId}'`,
    ),
    `insert into document_series select ${id('ST', stock)}, 'invoice', ${wish.from.slice(0, 4)}, count(*) from generate_series(1, ${count}) n group by 1`,
    copy('document_line', `'document_id', ${id('DO', 'n')}`, `pattern.document_id = '${documentId}'`),
    copy(
      'payment',
      `'id', ${id('PA', 'n')}, 'reference', 'document:' || ${id('DO', 'n')}, 'account_id', ${id('AC', account)}, 'stock_id', ${id('ST', stock)}`,
      `pattern.reference = 'document:${documentId}'`,
    ),
    copy(
      'ledger_entry',
      `'id', substring(pattern.id, 17) || lpad(n::text, 16, '0'), 'posting_id', substring(pattern.posting_id, 17) || lpad(n::text, 16, '0'), 'document_id', ${id('DO', 'n')}, 'contract_id', ${id('CO', 'n')},
       'account_holder_id', ${id('AC', account)}, 'stock_id', ${id('ST', stock)}, 'payment_id', case when pattern.payment_id is not null then ${id('PA', 'n')} end`,
      `pattern.document_id = '${documentId}'`,
    ),
    copy(
      'settlement',
      `'id', ${id('SE', 'n')}, 'document_id', ${id('DO', 'n')}, 'payment_id', ${id('PA', 'n')}`,
      `pattern.document_id = '${documentId}'`,
    ),
    ...(wish.everyBalance === 0
      ? []
      : [
          `insert into ledger_entry (id, posting_id, position, reason, account, account_holder_id, seller_id, stock_id, payment_id, currency, amount, business_day, recorded_at)
     select ${id('EN', 'n * 2 + s.position')}, ${id('PO', 'n')}, s.position, 'surplus', s.account, ${id('AC', 'n')}, e.seller_id, ${id('ST', stock)}, 'surplus ' || n, e.currency, s.sign * 2500, e.business_day, e.recorded_at
       from (select * from ledger_entry where document_id = '${documentId}' limit 1) e, generate_series(1, ${accounts}, ${wish.everyBalance}) n, (values (1, 'cash:manual', 1), (2, 'tenantCredit', -1)) s(position, account, sign)`,
        ]),
    'set session_replication_role = origin',
    // The entries came past the trigger that counts them.
    'select rebuild_ledger_sums()',
  ]
}
