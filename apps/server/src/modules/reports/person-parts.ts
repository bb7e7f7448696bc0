import type { Schema } from '../../platform/database/schema.ts'
import { moneyParts } from './person-parts-of-money.ts'
import { OURS, SECRET, STAFF, words, type Part } from './person-part.ts'

export type { Part, Whose } from './person-part.ts'

const CUSTOMER: Part = {
  table: 'external_customer',
  whose: { account: 'account_id' },
  shown:
    words(`id stock_id is_company company registration_number vat_number salutation first_name last_name email phone other_contacts
    address city zip country created_at`),
  hidden: { account_id: 'his', erase_asked_at: OURS, erased_at: OURS, followed: OURS, told: OURS },
}
const APPEAL: Part = {
  table: 'appeal',
  whose: { account: 'account_id' },
  shown:
    words(`id name phone email type status message details created_at handled_at stock_id city_id size_group language note offered_at
    offered_stock_id offer_ends_at booked_at`),
  hidden: {
    account_id: 'his',
    handled_by_id: STAFF,
    same_as: OURS,
    search_text: 'his words again, as they are searched',
  },
}
const MAIL: Part = {
  table: 'mail',
  whose: { account: 'account_id' },
  shown: words(
    'id kind recipient stock_id document_id language subject data status created_at sent_at asked_at failure',
  ),
  hidden: {
    account_id: 'his',
    natural_key: OURS,
    attempts: OURS,
    next_attempt_at: OURS,
    is_bulk: OURS,
    last_error: 'words of a mail server',
    recipient_search: 'the address again',
  },
}

/** What the archive holds of each table, by the file it stands in. The test walks the database for what is missing here. */
export const personParts: Readonly<Record<string, readonly Part[]>> = {
  account: [
    {
      table: 'account',
      whose: { account: 'id' },
      shown:
        words(`id email platform_role role_id stock_id language account_type is_individual_entrepreneur salutation first_name
        last_name company registration_number tax_number vat_id country city address house zip phone personal_id currency is_adult
        is_kyc_verified was_kyc_verified blocked_by_staff block_reason blocked_at created_at updated_at deleted_at
        erasure_asked_at erased_at email_confirmed_at is_advertising_agree agreed_documents_version agreed_documents_at`),
      hidden: {
        email_key: 'the e-mail again, as it is compared',
        password_hash: SECRET,
        pin_hash: SECRET,
        voided_pins: SECRET,
        token_generation: OURS,
        search_text: 'name and e-mail again, as they are searched',
        search_names: 'the name again, as it is searched',
      },
    },
  ],
  signIns: [
    {
      table: 'sign_in',
      whose: { account: 'account_id' },
      shown: words('user_agent address first_seen_at last_seen_at'),
      hidden: { account_id: 'his', family_id: OURS },
    },
    {
      table: 'refresh_session',
      whose: { account: 'account_id' },
      shown: words('id created_at expires_at rotated_at ended_at'),
      hidden: { account_id: 'his', family_id: OURS, token_hash: SECRET, acting_for_id: STAFF },
    },
    {
      table: 'password_reset',
      whose: { account: 'account_id' },
      shown: words('id created_at expires_at used_at'),
      hidden: { account_id: 'his', code_hash: SECRET },
    },
    {
      table: 'email_confirmation',
      whose: { account: 'account_id' },
      shown: words('id created_at expires_at used_at'),
      hidden: { account_id: 'his', email_key: 'the e-mail again, as it is compared', code_hash: SECRET },
    },
    {
      table: 'second_factor',
      whose: { account: 'account_id' },
      shown: words('created_at confirmed_at'),
      hidden: { account_id: 'his', secret: SECRET, last_step: OURS },
    },
    {
      table: 'recovery_code',
      whose: { account: 'account_id' },
      shown: words('used_at'),
      hidden: { account_id: 'his', code_hash: SECRET },
    },
  ],
  consents: [
    {
      table: 'consent',
      whose: { account: 'account_id' },
      shown: words('id kind version is_given language address user_agent at'),
      hidden: { account_id: 'his', by_id: STAFF },
    },
  ],
  identity: [
    {
      table: 'kyc_document',
      whose: { account: 'account_id' },
      shown: words(
        'id kind content_type byte_size sha256 uploaded_at accepted_at rejected_at rejection_reason replaced_at shredded_at',
      ),
      hidden: { account_id: 'his', file_key: OURS, sealed_key: SECRET },
    },
  ],
  reservations: [
    {
      table: 'reservation',
      whose: { account: 'account_id' },
      shown: words(
        'id box_id stock_id status arrival_day duration_months period_months with_insurance price answers reserved_at expires_at ended_at contract_id',
      ),
      hidden: { account_id: 'his', booked_by_id: STAFF },
    },
  ],
  contracts: [
    {
      table: 'contract',
      whose: { account: 'account_id' },
      shown:
        words(`id external_id number status box_id stock_id start_day end_day leave_at notice_given_at planned_leave_day planned_leave_time
        duration_months period_months currency month_rate price lease answers hold_until payment_method first_document_id first_paid_at
        first_payment_reversed blocked_by_staff extended_at move_out_window_until booked_at activated_at ended_at closed_at cancelled_at
        updated_at term_start_day planned_start_day withdrawn_at cleared_at erased_at source_paid_until source_debt source_due_on source_deposit
        import_id late_fee_agreed door_closing_agreed late_fee_from`),
      hidden: { account_id: 'his', internal_user_id: STAFF, pin_hash: SECRET, booked_by_id: STAFF },
    },
    {
      table: 'contract_signature',
      whose: { contract: 'contract_id' },
      shown: words(
        'contract_id name_typed documents_agreed is_adult text_version text_hash language signed_at address',
      ),
      hidden: {},
    },
    {
      table: 'contract_transfer',
      whose: { contract: 'contract_id' },
      shown: words(
        'id contract_id from_box_id to_box_id first_day currency month_rate_before month_rate moved_at',
      ),
      hidden: { moved_by_id: STAFF },
    },
    {
      table: 'withdrawal_request',
      whose: { contract: 'contract_id' },
      shown: words('id contract_id created_at expires_at used_at'),
      hidden: { code_hash: SECRET },
    },
    {
      table: 'billing_plan',
      whose: { account: 'account_id' },
      shown: words(
        'id contract_id stock_id currency anchor_day end_day period_months terms later_terms print billed_until next_issue_on closed_at created_at',
      ),
      hidden: {
        account_id: 'his',
        seller_id: 'ours',
        parked_reason: OURS,
        parked_at: OURS,
        parked_tries: OURS,
        retry_on: OURS,
      },
    },
    {
      table: 'rent_rise',
      whose: { account: 'account_id' },
      shown:
        words(`id plan_id contract_id stock_id currency rate_before rate effective_on period_until period_months net_before gross_before
        net_after gross_after promised_until announced_at served_at served_on withdrawn_at dropped_reason`),
      hidden: { account_id: 'his', mail_id: OURS },
    },
  ],
  documents: [
    {
      table: 'document',
      whose: { account: 'account_id' },
      shown:
        words(`id kind contract_id plan_id stock_id number status period_from period_to issued_on due_on accounting_date document_date
        currency net vat gross paid paid_at corrects_id snapshot comment created_at voided_at updated_at penalises_id payment_number penalised_until
        moved_on written_off write_off_reason erased_at`),
      hidden: { account_id: 'his', seller_id: 'ours, and on the paper' },
    },
    {
      table: 'document_line',
      whose: { document: 'document_id' },
      shown: words(
        'document_id position kind quantity unit_net discount_percent discount net vat_percent vat gross explanation',
      ),
      hidden: {},
    },
  ],
  ...moneyParts,
  openings: [
    {
      table: 'access_record',
      whose: { account: 'account_id' },
      shown: words(
        'id stock_id box_id equipment_id lock_name contract_id actor_role action code source at recorded_at reason is_offline repeats is_clock_uncertain',
      ),
      hidden: {
        account_id: 'his',
        lock_id: 'where a lock hangs on its bus',
        command_id: OURS,
        site_event_id: OURS,
        entry_id: OURS,
        list_version: OURS,
        differs_code: OURS,
        judged_at: OURS,
      },
    },
    {
      table: 'access_record',
      as: 'at_your_boxes_by_others',
      whose: { box: 'box_id' },
      shown: words(
        'id stock_id box_id lock_name actor_role action code source at recorded_at reason is_offline repeats is_clock_uncertain',
      ),
      hidden: {
        account_id: STAFF,
        contract_id: 'of another, or his',
        equipment_id: 'none at a box',
        lock_id: 'where a lock hangs on its bus',
        command_id: OURS,
        site_event_id: OURS,
        entry_id: STAFF,
        list_version: OURS,
        differs_code: OURS,
        judged_at: OURS,
      },
    },
    {
      table: 'sms',
      whose: { account: 'account_id' },
      shown: words(
        'id kind recipient stock_id language body segments data status failure created_at sent_at',
      ),
      hidden: {
        account_id: 'his',
        natural_key: OURS,
        attempts: OURS,
        next_attempt_at: OURS,
        expires_at: OURS,
        attempted_at: OURS,
        not_before: OURS,
        gateway_id: OURS,
        error_code: 'words of a gateway',
        last_error: 'words of a gateway',
      },
    },
  ],
  appeals: [APPEAL, { ...APPEAL, as: 'appeal_as_visitor', whose: { visitor: 'email' } }],
  mails: [MAIL, { ...MAIL, as: 'mail_as_visitor', whose: { visitor: 'recipient' } }],
  notifications: [
    {
      table: 'push_subscription',
      whose: { account: 'account_id' },
      shown: words('id created_at timeouts'),
      hidden: { account_id: 'his', family_id: OURS, endpoint: SECRET, p256dh: SECRET, auth: SECRET },
    },
    {
      table: 'inbox_read',
      whose: { account: 'account_id' },
      shown: words('read_until'),
      hidden: { account_id: 'his' },
    },
    {
      table: 'sms_number',
      whose: { account: 'account_id' },
      shown: words('number confirmed_at kinds updated_at'),
      hidden: { account_id: 'his', code_id: SECRET, code_expires_at: OURS, code_tries: OURS },
    },
  ],
  externalSystem: [
    CUSTOMER,
    { ...CUSTOMER, as: 'external_customer_by_address', whose: { visitor: 'email' } },
    {
      table: 'external_contract',
      whose: { customer: 'customer_id' },
      shown:
        words(`id stock_id number customer_id unit_id start_day end_day notice_leave_day leave_day paid_until period_months month_rate
        discount_percent vat_percent currency insurance_amount insurance_coverage deposit_amount balance`),
      hidden: {},
    },
    {
      table: 'external_document',
      whose: { customer: 'customer_id' },
      shown:
        words(`id stock_id kind number contract_id customer_id document_date accounting_date due_date period_from period_to net vat gross
        open_amount currency payment_date payment_method description comment`),
      hidden: {},
    },
    {
      table: 'external_task',
      whose: { account: 'account_id' },
      shown: words('id stock_id kind contract_id box_id date_value payload asked_at done_at'),
      hidden: {
        account_id: 'his',
        asked_by_id: STAFF,
        done_by_id: STAFF,
        command_state: OURS,
        command_due_at: OURS,
        command_tries: OURS,
      },
    },
  ],
  exports: [
    {
      table: 'data_export',
      whose: { account: 'account_id' },
      shown: words('id asked_at opened_at ended_at is_whole'),
      hidden: { account_id: 'his', asked_by_id: STAFF, ends_by: OURS },
    },
  ],
}

/** Tables that point at people or at what is theirs and are not in the archive, and why. */
export const personLeftOut: Readonly<Partial<Record<keyof Schema, string>>> = {
  api_key: 'which of the staff made a key for a program; the audit says so',
  audit: 'in the file of its own (`audit.json`), without other people',
  audit_personal: 'with the records it belongs to, in `audit.json`',
  bank_csv_form: 'how a bank writes its files, and which of the staff said so',
  bank_entry:
    'a line of our own account; who has paid may be another than the tenant. What it paid for him stands in the payments',
  company_export: 'which of the staff took the whole company along; the audit says so',
  debit_batch: 'which of the staff made a file of debits for a bank',
  bank_import: 'which of the staff imported a statement',
  book_month: 'which of the staff closed a month',
  unreachable_number: 'that a gateway finds nobody at a number; the messages say so',
  bouncing_address: 'that a mail server refuses an address; the mails say so',
  box_claim: 'that a box is held; the reservation or contract that holds it says so',
  event: 'facts on their way, forgotten after 90 days; what they changed is in the other files',
  event_delivery: 'facts on their way, forgotten after 90 days; what they changed is in the other files',
  floor_map_version: 'which of the staff saved a floor plan',
  idempotency: 'answers that were given already, forgotten after a day',
  ledger_sum: 'what the book comes to by month, of nobody',
  ledger_sum_added: 'what the book comes to by month, of nobody',
  lock_state: 'how a lock stands now, of nobody',
  notification: 'which of the staff wrote a banner',
  push_task: 'what waits to be told to a browser for some minutes',
  access_list_pin: 'which warehouses were handed a PIN; his boxes there are in the export',
  contract_import: 'which of the staff imported a table of contracts',
  site_order: 'a command on its way to a door for some seconds; the try stands in the openings',
  site_pairing: 'which of the staff paired a site',
  sign_in_proof: 'when a sign-in was proved last, kept for an hour',
  sign_in_try: 'a keyed fingerprint, forgotten after a quarter of an hour',
  webhook: 'which of the staff made one; the audit says so',
  tax_sum_added: 'that a document waits to be counted for a minute; the document is in the export',
}
