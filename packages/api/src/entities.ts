import * as z from 'zod/mini'
import { wire } from './wire.ts'

/**
 * The entities of section 3 in our names, with the specification's names beside them. Answers only: input schemas
 * stand with their endpoints. A field that a caller may not see is absent, hence the many optionals.
 */
const text = () => z.string()
const maybe = <T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema))

export const Period = z.object({ from: text(), to: text() })

export const City = wire(
  z.object({
    id: text(), city: text(), country: text(), size: z.int(), latitude: maybe(z.number()), longitude: maybe(z.number()),
    created: text(), updated: maybe(text()),
  }),
  { id: '_id' },
)

export const Equipment = z.object({ id: text(), name: text(), kind: z.enum(['door', 'gate', 'barrier']), isExit: z.boolean(), requiresOnSite: z.optional(z.boolean()) })

export const SizeGroup = z.enum(['s', 'm', 'l', 'xl'])
export const LockStatus = z.enum(['opened', 'closed', 'unavailable'])

/** What a stock offers for one size group, for the wizard's cards. */
export const StockOffer = z.object({ sizeGroup: SizeGroup, free: z.int(), total: z.int(), priceFrom: maybe(z.int()) })

export const Stock = wire(
  z.object({
    id: text(), externalId: maybe(text()), code: z.optional(text()), name: text(), cityId: text(), city: z.optional(City), sellerId: z.optional(text()),
    address: text(), zip: text(), phone: text(),
    hasBoxes: z.boolean(), boxRenting: z.boolean(), isExternal: z.boolean(), currency: text(), maxContractDuration: z.int(),
    timeZone: text(), openingTime: text(), closingTime: text(), latitude: maybe(z.number()), longitude: maybe(z.number()), carHeightLimitCm: maybe(z.int()),
    depositMonths: z.int(), discount: z.number(), insuranceCoverageAmount: z.int(), insuranceMonthlyAmount: z.int(), insuranceTaxPercent: z.number(),
    legalUsersVatRate: z.number(), individualUsersVatRate: z.number(),
    invoiceNotPaidFeePercent: z.optional(z.number()), daysWithoutFee: z.optional(z.int()), contractEndedFee: z.optional(z.number()),
    /** Payment by card is offered: a processor is set up for this currency. */
    onlinePayment: z.boolean(),
    floors: z.int(), offers: z.array(StockOffer),
    wifiNetworkName: maybe(text()), wifiPassword: maybe(text()), offlineAppUrl: maybe(text()), routerIp: maybe(text()), servicePort: maybe(z.int()),
    dbServer: maybe(text()), dbPort: maybe(z.int()), dbName: maybe(text()), dbUsername: maybe(text()),
    internalEquipments: z.optional(z.array(Equipment)),
    created: text(), updated: maybe(text()),
  }),
  { id: '_id', externalId: 'stockId_sm', legalUsersVatRate: 'legalUsersVATRate', individualUsersVatRate: 'individualUsersVATRate' },
)

export const UserInfo = z.object({ id: text(), fullName: text() })

/** The public shape of the big list: what the wizard needs and nothing about people. */
export const BoxListItem = wire(
  z.object({
    id: text(), unitNumber: text(), size: z.number(), sizeGroup: SizeGroup, floor: maybe(z.int()), monthRate: maybe(z.int()), grossRate: maybe(z.int()),
    isOccupied: z.boolean(), isReserved: z.boolean(),
    height: maybe(z.number()), width: maybe(z.number()), depth: maybe(z.number()),
    lockStatus: z.optional(LockStatus), lockId: maybe(text()), contractId: maybe(text()), contractNumber: maybe(text()), userInfo: maybe(UserInfo),
    inDebt: z.optional(z.boolean()), stockId: z.optional(text()), description: maybe(text()), category: maybe(text()),
  }),
  { id: '_id', unitNumber: 'UnitNumber', monthRate: 'MonthRate', isOccupied: 'IsOccupied', isReserved: 'IsReserved', height: 'Height', width: 'Width', depth: 'Depth', contractId: 'ContractID', contractNumber: 'ContractNumber' },
)

export const Box = wire(
  z.object({
    id: text(), unitId: text(), unitNumber: text(), number: text(), size: z.number(), sizeGroup: SizeGroup, physicalSize: z.number(), unit: z.enum(['m2', 'm3']),
    floor: maybe(z.int()), height: maybe(z.number()), width: maybe(z.number()), depth: maybe(z.number()),
    monthRate: maybe(z.int()), grossRate: maybe(z.int()), currency: text(), description: maybe(text()), stockId: text(), stockName: z.optional(text()), isExternal: z.boolean(),
    isOccupied: z.boolean(), isReserved: z.boolean(), lockStatus: z.optional(LockStatus), lockSince: maybe(text()),
    lockId: maybe(text()), contractId: maybe(text()), contractNumber: maybe(text()), userInfo: maybe(UserInfo),
    /** Of the contract on it, for those who may see that. */
    paidAhead: maybe(z.int()), leaveDate: maybe(text()), isExtended: z.optional(z.boolean()), internalUserId: maybe(text()),
    internalEquipments: z.optional(z.array(Equipment)), mayOpen: z.boolean(), created: text(), updated: maybe(text()),
  }),
  { id: '_id', unitId: 'UnitID', unitNumber: 'UnitNumber', physicalSize: 'PhysicalSize', height: 'Height', width: 'Width', depth: 'Depth', monthRate: 'MonthRate', isOccupied: 'IsOccupied', isReserved: 'IsReserved', contractId: 'ContractID', contractNumber: 'ContractNumber' },
)

export const BoxCategory = wire(
  z.object({
    id: text(), name: text(), alias: text(), description: text(), minSize: z.number(), maxSize: z.number(), pricePerMeterQuadratic: maybe(z.int()),
    prices: z.array(z.object({ currency: text(), pricePerMeterQuadratic: z.int(), confirmed: z.boolean() })), image: maybe(text()), created: text(), updated: maybe(text()),
  }),
  { id: '_id' },
)

export const KycKind = z.enum(['passport', 'selfie', 'address', 'extra'])

export const User = wire(
  z.object({
    id: text(), email: text(), role: text(), roleName: text(), permissions: z.array(text()), language: text(), accountType: z.enum(['individual', 'legal']), isIndividualEntrepreneur: z.boolean(),
    firstName: maybe(text()), lastName: maybe(text()), salutation: maybe(text()), company: maybe(text()), registrationNumber: maybe(text()), taxNumber: maybe(text()), vatId: maybe(text()),
    country: text(), city: text(), address: maybe(text()), house: maybe(text()), zip: maybe(text()), phone: maybe(text()), personalId: maybe(text()), currency: maybe(text()), hasPinCode: z.boolean(),
    isAdult: z.boolean(), isAdvertisingAgree: z.boolean(), isAgreedWithDocs: z.boolean(), agreedDocsVersion: maybe(text()), newerDocsVersion: maybe(text()),
    isKycVerified: z.boolean(), wasKycVerified: z.boolean(), isDeleted: z.boolean(), stock: maybe(text()), displayName: text(),
    isPassportFileUploaded: z.boolean(), isSelfieFileUploaded: z.boolean(), isAddressFileUploaded: z.boolean(), isExtraFileUploaded: z.boolean(),
    passportKycRejectionReason: maybe(text()), selfieKycRejectionReason: maybe(text()), addressKycRejectionReason: maybe(text()), extraKycRejectionReason: maybe(text()),
    neededDocuments: z.array(KycKind), missingDocuments: z.array(KycKind), rejectedDocuments: z.array(KycKind),
    impersonatedBy: maybe(UserInfo), created: text(), updated: maybe(text()),
  }),
  {
    id: '_id', isKycVerified: 'isKYCVerified', wasKycVerified: 'wasKYCVerified', passportKycRejectionReason: 'passportKYCRejectionReason',
    selfieKycRejectionReason: 'selfieKYCRejectionReason', addressKycRejectionReason: 'addressKYCRejectionReason', extraKycRejectionReason: 'extraKYCRejectionReason',
  },
)

export const LineExplanation = z.object({
  rule: text(), rate: maybe(z.int()), rateDate: maybe(text()), months: maybe(z.number()), days: maybe(z.int()), percent: maybe(z.number()), rounding: maybe(text()),
})

export const DocumentLine = z.object({
  kind: z.enum(['rent', 'insurance', 'deposit', 'penalty', 'adjustment']), quantity: z.number(), unitNet: z.int(), discountPercent: z.number(), discount: z.int(),
  net: z.int(), vatPercent: z.number(), vat: z.int(), gross: z.int(), explanation: LineExplanation,
})

export const Document = wire(
  z.object({
    id: text(), documentId: text(), invoiceId: text(), invoiceNumber: maybe(text()), contractId: text(), contractNumber: text(), documentType: text(), unitNumber: maybe(text()), boxId: maybe(text()),
    currency: text(), amount: z.int(), net: z.int(), vatAmount: z.int(), paid: z.boolean(), paidAmount: z.int(), debt: z.int(), overdue: z.boolean(), status: z.enum(['open', 'paid', 'void']),
    periodFrom: maybe(text()), periodTo: maybe(text()), documentDate: text(), accountingDate: text(), dueDate: text(), paymentDate: maybe(text()),
    invoiceComment: maybe(text()), description: maybe(text()), documentDescription: maybe(text()),
    contractData: z.optional(wire(z.object({ stockId: text(), userId: text(), externalId: maybe(text()) }), { externalId: 'contractId_sm' })), lines: z.array(DocumentLine), stockId: text(), mayPay: z.boolean(), paymentUnderWay: z.boolean(),
  }),
  {
    documentId: 'DocumentID', id: 'DocumentId', invoiceId: 'InvoiceID', invoiceNumber: 'InvoiceNumber', contractId: 'ContractID', contractNumber: 'ContractNumber', documentType: 'DocumentType',
    unitNumber: 'UnitNumber', amount: 'Amount', vatAmount: 'VATAmount', documentDate: 'DocumentDate', accountingDate: 'AccountingDate', invoiceComment: 'InvoiceComment', description: 'Description', documentDescription: 'DocumentDescription',
  },
)

export const ContractStatus = z.enum(['pending', 'active', 'ended', 'closed', 'cancelled'])

export const Contract = wire(
  z.object({
    id: text(), externalId: maybe(text()), contractNumber: text(), status: ContractStatus, stock: z.optional(z.object({ id: text(), name: text(), address: text(), currency: text(), timeZone: text() })), stockId: text(), userId: text(), userName: z.optional(text()),
    internalUserId: maybe(text()), boxId: text(), unitNumber: text(), physicalSize: z.number(), unit: z.enum(['m2', 'm3']), startDate: text(), endDate: maybe(text()), leaveDate: maybe(text()), noticeLeaveDate: maybe(text()),
    holdUntil: maybe(text()), paymentMethod: text(), durationMonths: maybe(z.int()), invoiceFrequency: z.int(), monthRate: z.int(), periodNet: z.int(), periodGross: z.int(), currencyCode: text(), vatRate: z.number(), vatAmount: z.int(),
    insuranceAmount: z.int(), insuranceCoverage: z.int(), deposit: z.int(), debt: z.int(), overdue: z.int(), paidAhead: z.int(), paidUntil: maybe(text()), regularPayment: z.boolean(), isExtended: z.boolean(),
    firstDocumentId: maybe(text()), lockStatus: z.optional(LockStatus), booked: text(), mayExtend: z.boolean(), mayLeave: z.boolean(), mayCancel: z.boolean(), mayPay: z.boolean(),
  }),
  {
    id: 'ContractID', externalId: 'contractId_sm', contractNumber: 'ContractNumber', unitNumber: 'UnitNumber', physicalSize: 'PhysicalSize', startDate: 'StartDate', endDate: 'EndDate', leaveDate: 'LeaveDate',
    noticeLeaveDate: 'NoticeLeaveDate', invoiceFrequency: 'InvoiceFrequency', monthRate: 'MonthRate', periodGross: 'totalToPayPerPeriod', currencyCode: 'CurrencyCode', vatRate: 'VATRate',
  },
)

export const Reservation = wire(
  z.object({
    id: text(), expiry: text(), boxId: text(), unitNumber: text(), size: z.number(), stockId: text(), stockName: text(), rentStart: text(), rentEnd: maybe(text()), status: z.enum(['live', 'converted', 'cancelled', 'expired']),
    currency: text(), initialPayment: z.object({ rentalCost: z.int(), insurance: z.int(), deposit: z.int(), vat: z.int(), total: z.int() }), durationMonths: z.int(), periodMonths: z.int(),
  }),
  { unitNumber: 'UnitNumber' },
)

/** A box of a tenant as /my-boxes shows it: the contract and the box in one. */
export const MyBox = wire(
  z.object({
    id: text(), unitId: text(), unitNumber: text(), size: z.number(), unit: z.enum(['m2', 'm3']), floor: maybe(z.int()), height: maybe(z.number()), width: maybe(z.number()), depth: maybe(z.number()),
    contract: Contract, lockStatus: LockStatus, lockSince: maybe(text()), paidAhead: z.int(), leaveDate: maybe(text()), isExtended: z.boolean(),
    /** What opening would answer right now: absent code = it opens. */
    opening: z.object({ opens: z.boolean(), code: maybe(z.int()), message: maybe(text()), warning: maybe(text()) }),
  }),
  { id: '_id', unitId: 'UnitID', unitNumber: 'UnitNumber', height: 'Height', width: 'Width', depth: 'Depth' },
)

export const MyStock = z.object({
  stock: Stock, accountBalance: z.int(), debt: z.int(), overdue: z.int(), isOpenNow: z.boolean(), isOk: z.boolean(), equipment: z.array(z.object({ id: text(), name: text(), kind: text(), isExit: z.boolean(), opens: z.boolean(), code: maybe(z.int()), message: maybe(text()) })),
  boxes: z.array(MyBox), reservations: z.array(Reservation),
})

export const HistoryRecord = wire(
  z.object({
    id: text(), createdAt: text(), action: text(), code: maybe(z.int()), message: maybe(text()), source: text(), lockName: maybe(text()), size: maybe(z.number()), boxNumber: maybe(text()),
    userId: maybe(z.object({ email: text(), role: text() })),
  }),
  { id: '_id' },
)

export const MapObject = wire(
  z.object({
    type: z.enum(['rectangle', 'circle', 'polygon', 'text', 'image', 'rectangle-with-text', 'polygon-with-text']), uuid: text(), x: z.number(), y: z.number(), width: maybe(z.number()), height: maybe(z.number()), rotate: maybe(z.number()),
    fill: maybe(text()), stroke: maybe(text()), strokeWidth: maybe(z.number()), radius: maybe(z.number()), blendMode: maybe(text()), text: maybe(text()), fontFamily: maybe(text()), fontSize: maybe(z.number()), fontWeight: maybe(text()),
    fontStyle: maybe(text()), textDecoration: maybe(text()), textColor: maybe(text()), xlinkHref: maybe(text()), closed: maybe(z.boolean()), moveX: maybe(z.number()), moveY: maybe(z.number()),
    path: maybe(z.array(z.object({ x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number(), x: z.number(), y: z.number() }))), boxId: maybe(text()), role: maybe(text()),
  }),
  {},
)

export const Notification = wire(
  z.object({
    id: text(), type: z.enum(['warning', 'success', 'info', 'danger']), titleEn: text(), titleDe: text(), descriptionEn: text(), descriptionDe: text(), isActive: z.boolean(), isGlobal: z.boolean(),
    userId: maybe(wire(z.object({ id: text(), firstName: maybe(text()), lastName: maybe(text()) }), { id: '_id' })), updated: text(),
  }),
  { id: '_id', titleEn: 'titleEN', titleDe: 'titleDE', descriptionEn: 'descriptionEN', descriptionDe: 'descriptionDE' },
)

export const Page = <T extends z.core.$ZodType>(item: T) => z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() })

export const QuotePayment = z.object({ day: text(), amount: z.int() })
export const Quote = z.object({
  currency: text(), accountType: z.enum(['individual', 'legal']), startDate: text(), endDate: maybe(text()), durationMonths: z.int(), periodMonths: z.int(),
  monthRate: z.int(), grossMonthRate: z.int(), discountPercent: z.number(), vatPercent: z.number(), lines: z.array(DocumentLine), net: z.int(), vat: z.int(), total: z.int(),
  next: z.array(QuotePayment), totalOverTerm: z.int(), insurance: maybe(z.object({ monthly: z.int(), coverage: z.int() })), deposit: z.int(),
  /** The discount each choice of payment would bring, for the two cards of the wizard. */
  choices: z.array(z.object({ periodMonths: z.int(), discountPercent: z.number(), grossPerMonth: z.int() })),
})
