import type { Language } from '@stowage/texts/language.ts'
import { mailTexts } from '@stowage/texts/mail/index.ts'
import type { MailKind } from './mails/index.ts'

/**
 * Mails that are news to their reader, so that he finds them in his inbox and, where he asked for it, on his phone; and the page
 * that each leads to. Links with secrets (a new password, an address to confirm, a withdrawal) and mails to staff are not among them.
 */
const pages = {
  bookingReserved: 'boxes',
  reservationEnding: 'boxes',
  reservationExpired: 'book',
  bookingContract: 'boxes',
  contractCancelled: 'book',
  paymentInstructions: 'invoices',
  firstPaymentIncomplete: 'invoices',
  withdrawalReceived: 'boxes',
  contractEnding: 'boxes',
  contractExtended: 'boxes',
  contractMoved: 'boxes',
  noticeNoted: 'boxes',
  moveOutOpened: 'boxes',
  rentRise: 'boxes',
  rentRiseWithdrawn: 'boxes',
  finalStatement: 'invoices',
  invoiceIssued: 'invoices',
  invoiceReminder: 'invoices',
  paymentReceived: 'invoices',
  penaltyIssued: 'invoices',
  creditNote: 'invoices',
  subscriptionActivated: 'invoices',
  subscriptionCancelled: 'invoices',
  debitAnnounced: 'invoices',
  debitDeclined: 'invoices',
  paymentReturned: 'invoices',
  paymentCameTooLate: 'book',
  refundMade: 'invoices',
  documentsNeeded: 'profile',
  kycRejected: 'profile',
  kycVerified: 'boxes',
  boxLeftOpen: 'boxes',
} as const satisfies Partial<Record<MailKind, 'boxes' | 'book' | 'invoices' | 'profile'>>

type ToldKind = keyof typeof pages
export const toldKinds = Object.keys(pages) as readonly ToldKind[]

/** What was told, in a sentence without figures or names, and where to look. @param kind one of `toldKinds` */
export function toldAs(kind: string, accountId: string, language: Language): { title: string; path: string } {
  const told = kind as ToldKind
  const paths = {
    boxes: '/my-boxes',
    book: '/book',
    invoices: `/users/${accountId}#userInvoices`,
    profile: `/users/${accountId}`,
  }
  return { title: mailTexts(language)(`told.${told}`), path: paths[pages[told]] }
}
