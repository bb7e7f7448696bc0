const CODE = 'one of a few words of ours, or a currency'
const TERMS = 'what was agreed and reckoned, without a name'
const PAPER = 'part of a paper or a lease: it goes when its years are over, at once where there is no paper'
const PROCESSOR = 'by which means and with which of our accounts it was paid, and how that ended'

/** What an erasure leaves in the words and JSON of these tables, and why; everything else of them goes. Ids stay: they are of nobody. */
export const staysAfterErasure: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: {
    language: 'in which the last mail is written',
    country: 'how many were from where',
    currency: CODE,
    agreed_documents_version: 'proof that processing was allowed',
  },
  consent: { kind: CODE, version: 'proof that processing was allowed', language: CODE },
  kyc_document: { content_type: CODE },
  reservation: { price: TERMS },
  contract: { number: TERMS, price: TERMS, lease: PAPER, payment_method: CODE },
  contract_signature: {
    name_typed: PAPER,
    address: PAPER,
    text_version: TERMS,
    text_hash: 'the hash of the signed text, with which a paper copy can be compared',
    language: CODE,
  },
  contract_transfer: { currency: CODE },
  withdrawal_request: { code_hash: 'of a code that nobody can guess, over after an hour' },
  billing_plan: {
    currency: CODE,
    terms: TERMS,
    print: 'what papers show of box and stock; the buyer goes',
    later_terms: TERMS,
  },
  rent_rise: { currency: CODE },
  document: { snapshot: PAPER, comment: PAPER, write_off_reason: PAPER },
  document_line: { explanation: TERMS },
  payment: {
    processor: PROCESSOR,
    cabinet: PROCESSOR,
    outside_status: PROCESSOR,
    details: 'instants and states of the attempt; what the payer was asked with goes',
    charge_key: 'by which the same charge is not made twice',
  },
  payment_message: {
    cabinet: PROCESSOR,
    verdict: CODE,
    type: CODE,
    message_key: 'by which the same message is not kept twice',
  },
  payment_refund: { currency: CODE },
  payment_dispute: { cabinet: PROCESSOR, currency: CODE, reason: CODE, said: PROCESSOR },
  saved_method: { cabinet: PROCESSOR, kind: CODE },
  mandate: {
    subject: 'for which contract it was',
    reference: 'by which his bank and ours call the debits made by it, for as long as they can be disputed',
    creditor_name: 'ours',
    creditor_address: 'ours',
    language: CODE,
    wording: 'what was agreed to, without his name',
    text_hash: 'with which a copy of the mandate can be compared',
  },
  sms: { kind: CODE, language: CODE },
  debit: { currency: CODE },
  settlement: { currency: CODE },
  payout: { currency: CODE },
  ledger_entry: { reason: CODE, currency: CODE },
  access_record: {
    lock_name: 'a door of ours',
    actor_role: CODE,
    source: CODE,
    reason: 'why a door did not open, in words of the site',
  },
  appeal: { language: CODE },
  mail: { language: CODE },
  external_customer: { created_at: 'since when there is such a customer' },
  external_contract: { number: TERMS, currency: CODE },
  external_document: { kind: CODE, number: TERMS, currency: CODE, payment_method: CODE },
  external_task: { kind: CODE },
}
