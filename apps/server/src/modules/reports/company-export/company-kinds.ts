import type { Schema } from '../../../platform/database/schema.ts'

/** A column that stays at home, with the reason, and what an import puts in its place (SQL; left out: nothing). */
interface Hidden {
  readonly why: string
  readonly value?: string
}

/** One kind of thing in an export of the company: a file with a line of JSON for each. */
export interface Kind {
  /** The name of its file, in words of the glossary. */
  readonly kind: string
  readonly table: keyof Schema
  readonly hidden?: Readonly<Record<string, Hidden>>
  /** SQL over `t`: only these rows are anybody's business outside. */
  readonly where?: string
  /** Columns of which a part is taken out: SQL over `t`, for the column by its name. */
  readonly shortened?: Readonly<Record<string, string>>
  /** Is sealed at home and lies open in the export, under the name of `field`. */
  readonly opened?: { readonly column: string; readonly field: string }
}

const SECRET = 'a key, or the fingerprint of one'
const PASSWORD = 'everybody sets a new one'
const OURS = 'how this machinery keeps count'

/** What processors sign their messages with is made from a secret word, which may be guessed from enough of them. */
const unsigned = (column: string): string =>
  `case jsonb_typeof(t.${column}) when 'object' then t.${column} - '{key,sign,signature}'::text[] else t.${column} end`

/** What an export of the whole company holds. A test walks the database for tables that are neither here nor left out. */
export const companyKinds: readonly Kind[] = [
  { kind: 'company', table: 'company' },
  { kind: 'cities', table: 'city' },
  { kind: 'sellers', table: 'seller' },
  {
    kind: 'stocks',
    table: 'stock',
    hidden: { db_password_sealed: { why: 'the password of the external system' } },
  },
  { kind: 'vat-rates', table: 'stock_vat' },
  { kind: 'past-penalty-rates', table: 'past_penalty_rate' },
  { kind: 'tariffs', table: 'tariff' },
  { kind: 'equipment', table: 'equipment' },
  { kind: 'box-categories', table: 'box_category' },
  { kind: 'category-prices', table: 'category_price' },
  { kind: 'boxes', table: 'box' },
  { kind: 'floor-plans', table: 'floor_map' },
  { kind: 'floor-plan-versions', table: 'floor_map_version' },

  { kind: 'roles', table: 'role' },
  {
    kind: 'accounts',
    table: 'account',
    hidden: {
      password_hash: { why: PASSWORD },
      pin_hash: { why: 'everybody takes a new PIN' },
      voided_pins: { why: PASSWORD, value: "'{}'" },
      token_generation: { why: OURS, value: '0' },
    },
  },
  { kind: 'consents', table: 'consent' },
  {
    kind: 'identity-documents',
    table: 'kyc_document',
    hidden: { sealed_key: { why: 'its file lies open in the export and is sealed anew' } },
  },
  {
    kind: 'api-keys',
    table: 'api_key',
    // The audit names them; no key in the world has such a hash.
    hidden: { hash: { why: SECRET, value: "'none ' || id" } },
  },

  { kind: 'reservations', table: 'reservation' },
  { kind: 'box-claims', table: 'box_claim' },
  { kind: 'contract-imports', table: 'contract_import' },
  {
    kind: 'contracts',
    table: 'contract',
    hidden: { pin_hash: { why: 'every tenant takes a new PIN' } },
  },
  { kind: 'contract-signatures', table: 'contract_signature' },
  { kind: 'contract-transfers', table: 'contract_transfer' },

  { kind: 'billing-plans', table: 'billing_plan' },
  { kind: 'rent-rises', table: 'rent_rise' },
  { kind: 'documents', table: 'document' },
  { kind: 'document-lines', table: 'document_line' },
  { kind: 'document-series', table: 'document_series' },
  { kind: 'ledger-entries', table: 'ledger_entry' },
  { kind: 'book-months', table: 'book_month' },
  { kind: 'exchange-rates', table: 'exchange_rate' },
  { kind: 'settlements', table: 'settlement' },
  { kind: 'payouts', table: 'payout' },
  { kind: 'subscriptions', table: 'subscription' },
  { kind: 'debits', table: 'debit' },

  {
    kind: 'payment-processors',
    table: 'payment_processor',
    hidden: {
      secrets: { why: SECRET, value: "'{}'" },
      is_live: { why: 'without its secrets it takes nothing', value: 'false' },
      tested_version: { why: 'it is tested with its new secrets' },
      tested_at: { why: 'the same' },
      test_result: { why: 'the same' },
      passed_version: { why: 'the same' },
    },
  },
  { kind: 'stock-processors', table: 'stock_processor' },
  { kind: 'saved-methods', table: 'saved_method' },
  {
    kind: 'mandates',
    table: 'mandate',
    hidden: { iban_sealed: { why: 'lies open as `iban`' } },
    opened: { column: 'iban_sealed', field: 'iban' },
  },
  { kind: 'payments', table: 'payment', shortened: { details: unsigned('details') } },
  {
    kind: 'payment-messages',
    table: 'payment_message',
    shortened: { body: unsigned('body') },
  },
  { kind: 'payment-refunds', table: 'payment_refund' },
  { kind: 'payment-disputes', table: 'payment_dispute' },
  { kind: 'debit-batches', table: 'debit_batch' },
  { kind: 'bank-debits', table: 'bank_debit' },
  { kind: 'bank-csv-forms', table: 'bank_csv_form' },
  { kind: 'bank-imports', table: 'bank_import' },
  { kind: 'bank-entries', table: 'bank_entry' },
  { kind: 'bank-allocations', table: 'bank_allocation' },

  { kind: 'access-records', table: 'access_record' },
  {
    kind: 'site-settings',
    table: 'site_settings',
    hidden: {
      told_version: { why: 'the site is told anew' },
      told_at: { why: 'the same' },
      fault: { why: 'the same' },
    },
  },

  { kind: 'requests', table: 'appeal' },
  { kind: 'notifications', table: 'notification' },
  { kind: 'inbox-reads', table: 'inbox_read' },
  { kind: 'mails', table: 'mail' },
  { kind: 'bouncing-addresses', table: 'bouncing_address' },
  { kind: 'short-messages', table: 'sms' },
  {
    kind: 'short-message-numbers',
    table: 'sms_number',
    hidden: {
      code_id: { why: 'a code that lives for minutes' },
      code_expires_at: { why: 'the same' },
      code_tries: { why: 'the same', value: '0' },
    },
  },
  { kind: 'unreachable-numbers', table: 'unreachable_number' },
  {
    kind: 'webhooks',
    table: 'webhook',
    hidden: {
      // An import puts a secret there that nobody knows; a new one is made on the screen before it is switched on.
      secret: { why: SECRET, value: "''" },
      former_secret: { why: SECRET },
      former_until: { why: SECRET },
      is_on: { why: 'without its secret nobody believes it', value: 'false' },
      off_reason: { why: 'the same', value: "'staff'" },
      off_since: { why: 'the same', value: 'created_at' },
      failing_since: { why: OURS },
    },
  },

  { kind: 'external-customers', table: 'external_customer' },
  { kind: 'external-contracts', table: 'external_contract' },
  { kind: 'external-documents', table: 'external_document' },
  { kind: 'external-tasks', table: 'external_task' },
  {
    kind: 'external-sites',
    table: 'external_site',
    hidden: { lease_id: { why: OURS }, lease_until: { why: OURS } },
  },

  { kind: 'audit', table: 'audit' },
  { kind: 'audit-words', table: 'audit_personal' },
  { kind: 'settings', table: 'setting', where: "t.name <> 'key-fingerprints'" },
  // What was still to follow from them follows in the new house.
  {
    kind: 'open-events',
    table: 'event',
    hidden: { tx: { why: OURS, value: 'pg_current_xact_id()' } },
    where: 'exists (select 1 from event_delivery d where d.event_id = t.id and d.done_at is null)',
  },
  { kind: 'open-follow-ups', table: 'event_delivery', where: 't.done_at is null' },
]

/** Tables whose rows are nobody's business outside of this machine, and why. */
export const companyLeftOut: Readonly<Partial<Record<keyof Schema, string>>> = {
  access_list_pin: 'which PINs this server handed to its sites',
  access_list: 'made anew for each site when it is paired',
  company_export: 'archives such as this one; the audit says who took them',
  data_export: 'who asked for his archive; the audit says so',
  email_confirmation: 'links of an hour',
  event_handler: 'what the versions that run here know',
  idempotency: 'answers that were given already, forgotten after a day',
  job_failure: 'rows that a job of this server could not work on: tried again there',
  ledger_sum: 'added up anew from the book',
  ledger_sum_added: 'added up anew from the book',
  lock_state: 'how a lock stands now: the site says so',
  migration: 'in the manifest',
  password_reset: 'links of an hour',
  push_key: 'a key of this server',
  push_subscription: 'a browser that trusts the key of this server',
  push_task: 'what waits for some minutes',
  rate_count: 'calls of the last minute',
  recovery_code: 'goes with the second factor',
  refresh_session: 'everybody signs in anew',
  second_factor: 'a secret; everybody sets up a new one',
  server_process: 'which servers run now',
  sign_in: 'goes with the sessions',
  sign_in_proof: 'counts for ten minutes',
  sign_in_try: 'a keyed fingerprint, forgotten after a quarter of an hour',
  site: 'its secrets: sites are paired anew',
  site_health: 'how a site does now',
  site_order: 'a command on its way for some seconds',
  site_pairing: 'a code of some minutes',
  site_relay: 'calls between servers for some seconds',
  site_signing_key: 'a key of this server',
  site_tunnel: 'who is connected now',
  tax_sum: 'added up anew from the book',
  tax_sum_added: 'added up anew from the book',
  webhook_attempt: 'deliveries are of this server',
  webhook_delivery: 'deliveries are of this server',
  withdrawal_request: 'links of an hour',
}

/** `first_name` is `firstName` outside. */
export const fieldOf = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
