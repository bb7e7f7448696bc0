import { OURS, STAFF, words, type Part } from './person-part.ts'

/** The part of the archive that is about money: payments, what pays by itself, and the book. */
export const moneyParts: Readonly<Record<string, readonly Part[]>> = {
  payments: [
    {
      table: 'payment',
      whose: { account: 'account_id' },
      cleansed: ['details'],
      shown:
        words(`id processor reference stock_id amount currency status failure_reason card card_holder processor_invoice_id
        processor_payment_id created_at expires_at pending_at succeeded_at decided_at method_id details`),
      hidden: {
        account_id: 'his',
        cabinet: OURS,
        outside_status: OURS,
        redirection_url: 'a link that may still ask for money',
        created_by_id: STAFF,
        charge_key: OURS,
      },
    },
    {
      table: 'payment_message',
      whose: { payment: 'payment_id' },
      cleansed: ['body'],
      shown: words('id type body verdict received_at times_told payment_id'),
      hidden: {
        cabinet: OURS,
        outside_id: OURS,
        message_key: OURS,
        news: 'what stands in the body, once more',
        tries: OURS,
        next_try_at: OURS,
        problem: OURS,
        processed_at: OURS,
      },
    },
    {
      table: 'payment_refund',
      whose: { payment: 'payment_id' },
      shown: words('id payment_id amount currency status reason asked_at decided_at'),
      hidden: { problem: OURS, refunded_before: OURS, sent_at: OURS, asked_by_id: STAFF },
    },
    {
      table: 'payment_dispute',
      whose: { payment: 'payment_id' },
      shown: words('id payment_id state amount currency is_withdrawn reason opened_at decided_at'),
      hidden: {
        cabinet: OURS,
        outside_id: OURS,
        said: OURS,
        blocks: OURS,
        due_by: 'until when we answer the bank',
        handled_at: OURS,
        handled_by_id: STAFF,
      },
    },
    {
      table: 'saved_method',
      whose: { account: 'account_id' },
      shown: words('id kind card expires mandate payment_id saved_at forgotten_at'),
      hidden: {
        account_id: 'his',
        cabinet: OURS,
        outside_id: 'by it the processor charges the card',
        to_forget: 'the same',
      },
    },
    {
      table: 'mandate',
      whose: { account: 'account_id' },
      shown:
        words(`id subject stock_id reference creditor_id creditor_name creditor_address holder account_label language wording text_hash
        signed_at signed_on address user_agent method_id used_on ended_at ended_by end_code`),
      hidden: {
        account_id: 'his',
        seller_id: OURS,
        iban_sealed: 'his account number, sealed; its ends are shown',
      },
    },
    {
      table: 'bank_debit',
      whose: { payment: 'payment_id' },
      shown: words(
        'payment_id mandate_id announced_on remittance sequence collect_on settled_on returned_on return_code',
      ),
      hidden: {
        seller_id: OURS,
        batch_id: OURS,
        part_id: OURS,
        settled_entry_id: 'the line of our own account',
        returned_entry_id: 'the same',
      },
    },
    {
      table: 'bank_allocation',
      whose: { account: 'account_id' },
      shown: words('id payment_id document_id amount made_at undone_at'),
      hidden: {
        account_id: 'his',
        entry_id: 'the line of our own account, where it may be another who has paid',
        is_automatic: OURS,
        made_by_id: STAFF,
        undone_by_id: STAFF,
      },
    },
    {
      table: 'subscription',
      whose: { account: 'account_id' },
      shown: words('id contract_id stock_id status method_id reason created_at activated_at ended_at'),
      hidden: { account_id: 'his' },
    },
    {
      table: 'debit',
      whose: { subscription: 'subscription_id' },
      shown: words(
        'id subscription_id document_id try declines status amount currency first_on due_on due_at payment_id reason created_at decided_at',
      ),
      hidden: {},
    },
    {
      table: 'settlement',
      whose: { document: 'document_id' },
      shown: words('id payment_id document_id amount currency settled_at'),
      hidden: {},
    },
    {
      table: 'payout',
      whose: { account: 'account_id' },
      shown: words('id stock_id contract_id currency amount method reference paid_on recorded_at'),
      hidden: { account_id: 'his', seller_id: 'ours', recorded_by_id: STAFF },
    },
  ],
  ledger: [
    {
      table: 'ledger_entry',
      whose: { account: 'account_holder_id' },
      shown: words(
        'id posting_id position reason account stock_id contract_id document_id payment_id currency amount business_day recorded_at',
      ),
      hidden: { account_holder_id: 'his', seller_id: 'ours' },
    },
  ],
}
