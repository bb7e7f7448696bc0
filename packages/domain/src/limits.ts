/**
 * Every number of specification 5 and 9 and of decisions 13, 17, 18 and 23, in one place: the wire schemas, the forms and the
 * rules beside this file read it from here. Lengths are in characters, both ends included. Safe for the browser.
 */
export const limits = {
  /** Text fields, [shortest, longest]; specification 5. */
  text: {
    email: [6, 129],
    phone: [3, 14],
    supportMessage: [1, 250],
    appealMessage: [1, 254],
    cityName: [1, 30],
    stockName: [4, 254],
    cityId: [1, 30],
    stockAddress: [1, 128],
    zip: [4, 16],
    wifiNetworkName: [6, 100],
    wifiPassword: [10, 100],
    firstName: [1, 30],
    lastName: [1, 30],
    company: [1, 128],
    registrationNumber: [1, 30],
    accountCity: [1, 30],
    countryOfIndividual: [1, 60],
    countryOfLegal: [1, 30],
    notificationType: [4, 16],
    notificationTitle: [4, 60],
    notificationDescription: [8, 256],
    lockId: [7, 7],
    unitNumber: [1, 30],
    boxDescription: [0, 500],
    categoryName: [1, 60],
    categoryAlias: [1, 30],
    categoryDescription: [1, 500],
    tariffName: [1, 40],
    tariffAlias: [1, 30],
    /** Six or more are asked for; the upper end only bounds the work of hashing. */
    passwordOnCreate: [6, 128],
    passwordOnChange: [8, 60],
    currency: [2, 4],
  },
  /** Searching e-mail addresses starts with more than this many characters (specification 5). */
  emailSearchStartsAbove: 3,

  /** Box sizes of the form and the API in m² (m³ for KB units); other sizes come from outside only (decision 23). */
  boxSize: { min: 1, max: 92, step: 0.5 },
  /** In one series, one import or one bulk edit. */
  boxesAtOnce: 1000,
  /** From the cellar to the last floor. */
  floor: { min: -5, max: 60 },
  /** Upper end of each size group, included; above the last is xl (decision 23). */
  sizeGroupUpTo: { s: 5, m: 10, l: 21 },

  percent: { min: 0, max: 100, decimals: 2 },
  /** The daily penalty in percent (decision 23). */
  penaltyPercentPerDay: { min: 0, max: 5, decimals: 2 },
  defaultVatPercent: 20,

  booking: {
    /** Arrival is from today to today plus this many days, in the stock's zone (specification 5). */
    arrivalDaysAhead: 29,
    minMonths: 1,
    /** The wizard offers this many months at most, fewer where the stock's maxContractDuration is smaller (decision 14). */
    maxMonths: 11,
    defaultMonths: 1,
    defaultPeriodMonths: 1,
  },
  /** maxContractDuration of a stock has 1–3 digits (specification 5). */
  maxContractDurationMonths: { min: 1, max: 999 },
  /** Of a tariff: the longest term or stay in months, the longest notice in days, and how many discounts by month. */
  tariff: { months: 120, noticeDays: 180, steps: 12 },
  /** Months paid at once → percent, from that many months on (specification 9, reading B). */
  discountTable: [
    { fromMonths: 11, percent: 15 },
    { fromMonths: 6, percent: 10 },
    { fromMonths: 3, percent: 5 },
  ],

  reservation: {
    /** 3 days are 72 hours (decision 12). */
    hours: 72,
    /** The same box not again by the same person within this many days (decision 12). */
    sameBoxAgainAfterDays: 7,
    livePerStock: 1,
  },
  /** The right of withdrawal, and how long the link of its mail works. */
  withdrawal: { days: 14, linkHours: 24 },
  /** A window in which an ended contract's doors open once more, so that things can be fetched (decision 17). */
  moveOutWindow: { hours: 24 },
  pendingContract: {
    hours: 72,
    /** While a payment is under way or a bank transfer is awaited, until decided, at most this long (decision 13). */
    businessDaysWhileUndecided: 14,
  },
  invoice: {
    /** Issued this many days before the period begins (decision 18). */
    issuedDaysAhead: 7,
  },
  penalty: {
    /** A penalty is due so many days after its document, as long as an invoice gives before its due day. */
    dueDays: 7,
    /** The days of a month are charged from this hour of the next one on: what was paid before midnight has been told by then. */
    monthEndHour: 6,
  },
  reminder: {
    /** Of each list of days, before and after the due day; an invoice comes 7 days ahead, so that none is due then. */
    steps: 6,
    daysBefore: { min: 0, max: 6 },
    daysAfter: { min: 1, max: 90 },
    /** Unless the stock says otherwise. */
    usual: { daysBefore: [3], daysAfter: [1, 7, 14] },
    /** One that was missed is still sent for so many days. */
    lateDays: 3,
    /** Nobody is written to at night: from and until these hours at the stock. */
    fromHour: 9,
    untilHour: 20,
  },
  contract: {
    /** Leave and extend are offered this many days before the end (specification 2.12, decision 17). */
    leaveOfferedDaysBeforeEnd: 7,
    /** The tenant opens until then on the last day, unless noted otherwise (decision 13). */
    leavingTime: '12:00',
    /** A move-out window lifts 7008 for this long (decision 17). */
    moveOutWindowHours: 24,
    withdrawalDays: 14,
    /** "Ending" in the statistics: the end or planned leaving is this near, or past (decision 5). */
    endingWithinDays: 30,
  },

  /** A sitting tenant is told of a new rent so early, and it rises by so much within 12 months at most, unless the stock says otherwise. */
  rise: { noticeDays: 60, capPercent: 15 },

  /** Of one floor plan as it is stored; a scan to draw over is a file beside it (docs/decisions/0190). */
  plan: {
    objects: 12_000,
    /** Of the image of one object, as bytes of the file. */
    imageBytes: 2 * 1024 * 1024,
    /** What it is drawn from, of one and of all different ones together: each takes four bytes where it is looked at, be it on a phone. */
    imagePixels: 4096 * 4096,
    allPixels: 64_000_000,
    /** Of all objects together, as JSON. */
    bytes: 8 * 1024 * 1024,
    /** Of one stock. */
    maps: 60,
    /** Of all maps of a stock together, as they are stored (packed): whoever books loads all of them. */
    stockBytes: 16 * 1024 * 1024,
    name: [1, 60],
    /** Of one path. */
    points: 2000,
    text: 500,
    /** How many earlier drawings of a map are kept. */
    versions: 100,
  },

  /** Opening hours of a stock unless set (decision 28). */
  openingTime: '09:00',
  closingTime: '21:00',
  /** A box open for longer tells somebody (specification 9). */
  leftOpenMinutes: 20,
  /** Metres, unless the stock says otherwise (specification 9). */
  carHeight: 3.05,

  pageSize: { users: 100, externalPayments: 100, emailHistory: 5, boxes: 9, stockHistory: 10, appeals: 50 },

  /** Requests in 15 minutes: a family behind one address may write, a script may not. Hours in which an offered box is to be booked. */
  support: { perAccount: 10, perAddress: 30, offerHours: 72 },

  /** Files a person may hand in, by ending (specification 2.10); content decides, not the name. */
  uploadKinds: ['pdf', 'jpg', 'jpeg', 'png', 'webp', 'jpe'],
  /** A larger PDF is offered for download instead of shown inside the page; bytes (specification 2.10). */
  inlinePdfBytes: 2 * 1024 * 1024,

  defaultCountry: 'RU',
  /** Cookies live one month unless said otherwise (specification 9). */
  cookieDays: 30,
} as const

/** Optional plus, then digits, spaces, dashes, dots and brackets, a digit among them; 3–14 characters in all (specification 5). */
export const phonePattern = /^(?=.{3,14}$)(?=.*\d)\+?[\d \-.()]+$/
