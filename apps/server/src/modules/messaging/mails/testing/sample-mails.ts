import { money } from '@stowage/domain/money'
import { priceContract } from '@stowage/domain/price'
import type { MailBox, MailCommon, MailData } from '../mail-data.ts'

/** One mail of every kind, for tests and for looking at. */
export const sampleCommon: MailCommon = {
  brand: 'Stowage',
  siteName: 'Тихий склад, Пресня',
  reader: 'Анна',
  imprint: {
    name: 'ООО «Тихий склад»',
    address: '123022 Москва, ул. Ходынская, 2, стр. 1',
    country: 'RU',
    taxNumber: '7703412287',
    phone: '+7 495 120-44-18',
    email: 'post@tihiy-sklad.example',
    hours: { from: '9:00', to: '21:00' },
  },
}

const box: MailBox = {
  unitNumber: 'YA108',
  size: 6,
  floor: 1,
  address: 'ул. Ходынская, 2, стр. 1',
  contractNumber: '2026-000148',
}
const bank = {
  recipient: 'ООО «Тихий склад»',
  country: 'RU',
  iban: '40702810900000001234',
  bic: '044525225',
  bankName: 'ПАО Сбербанк',
  reference: '2026-000148',
}
const url = 'https://stowage.example/my-boxes'

const priced = priceContract({
  rate: money(108_000, 'RUB'),
  discount: { kind: 'table' },
  vatPercent: 20,
  insurance: { monthly: money(40_000, 'RUB'), coverage: money(10_000_000, 'RUB'), taxPercent: 0 },
  depositMonths: 1,
  startDay: Temporal.PlainDate.from('2026-12-14'),
  durationMonths: 6,
  periodMonths: 3,
})
if (priced === null) throw new Error('the sample has no first period')

export const sampleData: MailData = {
  bookingReserved: {
    box: { ...box, contractNumber: null },
    arrivalDay: '2026-12-14',
    expiresAt: '2026-11-24T15:00:00Z',
    timeZone: 'Europe/Moscow',
    firstPayment: priced.totals.gross,
    url,
  },
  bookingContract: {
    box,
    startDay: '2026-12-14',
    endDay: '2027-06-14',
    tariff: null,
    lines: priced.lines,
    total: priced.totals.gross,
    holdUntil: '2026-11-24T15:00:00Z',
    timeZone: 'Europe/Moscow',
    payUrl: 'https://stowage.example/pay/1',
    bank,
    withdrawUrl: 'https://stowage.example/withdraw',
  },
  paymentReceived: {
    box,
    amount: priced.totals.gross,
    isFromBalance: false,
    invoiceNumber: 'MSK1-2026-000402',
    paidUntil: '2027-03-14',
    startsOn: '2026-12-14',
    url,
  },
  paymentInstructions: { box, amount: priced.totals.gross, dueDay: '2026-12-05', bank },
  reservationExpired: { box: { ...box, contractNumber: null }, url },
  contractCancelled: { box, reason: 'holdEnded', url },
  contractExtended: { box, from: '2027-03-14', until: '2027-06-14', amount: priced.totals.gross, url },
  noticeNoted: { box, day: '2027-03-14', time: '12:00', url },
  rentRise: {
    box,
    from: '2027-06-14',
    rateBefore: money(108_000, 'RUB'),
    rate: money(118_800, 'RUB'),
    months: 3,
    grossBefore: money(369_360, 'RUB'),
    grossAfter: money(406_296, 'RUB'),
    termUntil: '2027-06-14',
    url,
  },
  rentRiseWithdrawn: {
    box,
    from: '2027-06-14',
    rateBefore: money(108_000, 'RUB'),
    rate: money(118_800, 'RUB'),
    url,
  },
  finalStatement: { box, outcome: 'payout', amount: priced.totals.gross, url },
  creditNote: {
    box,
    kind: 'invoice',
    amount: priced.totals.gross,
    number: 'B1-2027-000017',
    reason: 'Der Aufzug stand drei Tage still',
    url,
  },
  contractMoved: {
    box,
    unitNumberBefore: 'YA017',
    day: '2027-02-03',
    outcome: 'owed',
    amount: priced.totals.gross,
    url,
  },
  penaltyIssued: {
    box,
    amount: money(12_345, 'RUB'),
    total: money(12_345, 'RUB'),
    number: 'MSK1P-2027-000007',
    invoiceNumber: 'MSK1-2026-000402',
    from: '2026-12-18',
    until: '2027-01-01',
    dueDay: '2027-01-08',
    isGrowing: true,
    payUrl: 'https://stowage.example/pay/3',
  },
  moveOutOpened: { box, until: '2026-12-20T09:10:00Z', timeZone: 'Europe/Moscow', url },
  withdrawalAsked: { box, url: 'https://stowage.example/withdraw#code=abc', validHours: 24 },
  withdrawalReceived: {
    box,
    receivedAt: '2026-12-20T09:10:00Z',
    timeZone: 'Europe/Moscow',
    mayBeInside: true,
    isSettled: true,
    url: 'https://stowage.example/support',
  },
  passwordReset: { url: 'https://stowage.example/reset-password#code=abc', validMinutes: 60 },
  accountCreated: {
    email: 'anna@example.com',
    loginUrl: 'https://stowage.example/login',
    bookUrl: 'https://stowage.example/book',
  },
  kycRejected: {
    documents: [
      { kind: 'passport', reason: 'Фото смазано, не читается номер' },
      { kind: 'address', reason: 'Документ старше трёх месяцев' },
    ],
    url,
  },
  kycVerified: { url },
  documentsNeeded: { kinds: ['passport', 'selfie', 'address'], url },
  monthlyBills: { stockName: 'Склад на Рябиновой', month: '2026-10', count: 1043, url },
  boxLeftOpen: { box, openedAt: '2026-12-20T09:10:00Z', timeZone: 'Europe/Moscow', minutes: 22, url },
  boxForced: {
    name: 'YA001',
    stockName: 'Склад на Рябиновой',
    openedAt: '2026-12-20T09:10:00Z',
    timeZone: 'Europe/Moscow',
    url,
  },
  invoiceReminder: {
    box,
    amount: money(777_600, 'RUB'),
    invoiceNumber: 'MSK1-2026-000402',
    period: { from: '2026-12-14', until: '2027-01-14' },
    dueDay: '2026-12-14',
    isOverdue: true,
    penalty: { percentPerDay: 0.5, fromDay: '2026-12-18' },
    payUrl: 'https://stowage.example/pay/2',
  },
  subscriptionActivated: { box, card: '4242********4242', isOther: false, url },
  subscriptionCancelled: { box, by: 'tenant', url },
  debitAnnounced: {
    box,
    amount: money(777_600, 'RUB'),
    day: '2026-12-14',
    card: '4242********4242',
    invoiceNumber: 'MSK1-2026-000402',
    url,
  },
  debitDeclined: {
    box,
    amount: money(777_600, 'RUB'),
    card: '4242********4242',
    reason: 'insufficient_funds',
    nextOn: '2026-12-15',
    isSuspended: false,
    invoiceNumber: 'MSK1-2026-000402',
    payUrl: 'https://stowage.example/pay/2',
  },
}

const long =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft Żółć-Щербаковский mbH & Co. KG'

export const longCommon: MailCommon = {
  ...sampleCommon,
  brand: long,
  siteName: long,
  reader: long,
  imprint: { ...sampleCommon.imprint, name: long, address: long, email: `${'a'.repeat(100)}@example.com` },
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
  paymentReceived: { ...sampleData.paymentReceived, box: longBox, isFromBalance: true },
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
  contractCancelled: { box: longBox, reason: 'givenUp', url: `https://stowage.example/${'x'.repeat(300)}` },
  monthlyBills: { stockName: long, month: '2026-05', count: 1, url: null },
  kycRejected: { documents: [{ kind: 'passport', reason: long.repeat(4) }], url },
  invoiceReminder: { ...sampleData.invoiceReminder, box: longBox, penalty: null, isOverdue: false },
  subscriptionActivated: { box: longBox, card: null, isOther: true, url },
  subscriptionCancelled: { box: longBox, by: 'contractEnded', url },
  debitAnnounced: { ...sampleData.debitAnnounced, box: longBox, card: null, invoiceNumber: null },
  debitDeclined: {
    ...sampleData.debitDeclined,
    box: longBox,
    reason: 'money_returned',
    nextOn: null,
    isSuspended: true,
  },
}
