import { money } from '@stowage/domain/money'
import { mandateWording } from '@stowage/texts/mandate/index.ts'
import type { MailBox, MailCommon, MailData } from '../mail-data.ts'
import { sampleMails } from '../sample-mails.ts'

export const { common: sampleCommon, data: sampleData } = sampleMails('ru')
const url = 'https://stowage.example/my-boxes'
const { bank } = sampleData.paymentInstructions
const { box } = sampleData.bookingContract

const long =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft Żółć-Щербаковский mbH & Co. KG'

export const longCommon: MailCommon = {
  ...sampleCommon,
  brand: long,
  siteName: long,
  reader: long,
  imprint: { ...sampleCommon.imprint, name: long, address: long, email: `${'a'.repeat(100)}@example.com` },
}

const mandate = {
  reference: '2026-000402-1',
  creditorId: 'DE98ZZZ09999999999',
  creditor: 'Stowage Berlin GmbH',
}

const longBox: MailBox = { ...box, unitNumber: 'YA1234567890', address: long }

export const longData: MailData = {
  ...sampleData,
  bookingReserved: { ...sampleData.bookingReserved, box: longBox },
  bookingContract: {
    ...sampleData.bookingContract,
    box: longBox,
    endDay: null,
    tariff: {
      name: { ru: 'Смарт', en: 'Smart', de: 'Smart', pl: 'Smart' },
      noticeDays: 21,
      minStayMonths: 2,
    },
    bank: { ...bank, recipient: long, bankName: long, reference: `REF-${'9'.repeat(60)}` },
  },
  paymentReceived: {
    ...sampleData.paymentReceived,
    box: longBox,
    isFromBalance: true,
    plannedOn: '2026-12-01',
  },
  reservationExpired: { box: longBox, url },
  contractExtended: { ...sampleData.contractExtended, box: longBox, amount: null },
  noticeNoted: { ...sampleData.noticeNoted, box: longBox, day: null },
  rentRise: { ...sampleData.rentRise, box: longBox, termUntil: null },
  rentRiseWithdrawn: { ...sampleData.rentRiseWithdrawn, box: longBox },
  finalStatement: { ...sampleData.finalStatement, box: longBox, outcome: 'owed' },
  creditNote: { ...sampleData.creditNote, box: longBox, kind: 'penalty', reason: long },
  contractMoved: {
    ...sampleData.contractMoved,
    box: longBox,
    unitNumberBefore: 'YA1234567891',
    outcome: 'even',
  },
  penaltyIssued: { ...sampleData.penaltyIssued, box: longBox, amount: money(0, 'RUB'), isGrowing: false },
  moveOutOpened: { ...sampleData.moveOutOpened, box: longBox },
  withdrawalAsked: { ...sampleData.withdrawalAsked, box: longBox },
  withdrawalReceived: {
    ...sampleData.withdrawalReceived,
    box: longBox,
    mayBeInside: false,
    isSettled: false,
  },
  contractCancelled: {
    box: longBox,
    reason: 'givenUp',
    money: { came: sampleData.paymentReceived.amount, kept: sampleData.paymentReceived.amount },
    url: `https://stowage.example/${'x'.repeat(300)}`,
  },
  monthlyBills: { stockName: long, month: '2026-05', count: 1, url: null },
  reservationEnding: { ...sampleData.reservationEnding, box: longBox },
  invoiceIssued: { ...sampleData.invoiceIssued, box: longBox, invoiceNumber: null },
  contractEnding: { ...sampleData.contractEnding, box: longBox, isLeaving: true },
  kycRejected: { documents: [{ kind: 'passport', reason: long.repeat(4) }], url },
  invoiceReminder: { ...sampleData.invoiceReminder, box: longBox, penalty: null, isOverdue: false },
  subscriptionActivated: {
    box: longBox,
    method: { kind: 'sepa', label: 'DE89 … 3000' },
    mandate,
    wording: mandateWording('de', {
      creditor: 'Stowage Berlin GmbH',
      address: 'Lagerstraße 1, 10115 Berlin',
      creditorId: mandate.creditorId,
      reference: mandate.reference,
    }),
    isOther: true,
    url,
  },
  subscriptionCancelled: { box: longBox, by: 'contractEnded', kind: 'sepa', url },
  debitAnnounced: {
    ...sampleData.debitAnnounced,
    box: longBox,
    method: { kind: 'sepa', label: 'DE89 … 3000' },
    mandate,
    handedOn: '2026-12-10',
    invoiceNumber: null,
  },
  debitDeclined: {
    ...sampleData.debitDeclined,
    box: longBox,
    reason: 'money_returned',
    nextOn: null,
    isSuspended: true,
  },
  paymentReturned: { ...sampleData.paymentReturned, box: longBox, how: 'card' },
  firstPaymentIncomplete: { ...sampleData.firstPaymentIncomplete, box: longBox, bank: null },
  paymentCameTooLate: { ...sampleData.paymentCameTooLate, box: longBox, isFree: true },
  refundMade: { ...sampleData.refundMade, box: longBox, card: null, isReturned: true },
  refundFailed: { ...sampleData.refundFailed, tenant: long, stockName: long, documentNumber: null },
  disputeOpened: {
    ...sampleData.disputeOpened,
    tenant: long,
    stockName: long,
    reason: 'some_new_word',
    dueBy: null,
    isWithdrawn: false,
    blocks: false,
  },
}
