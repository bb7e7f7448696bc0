import type { NewStock } from '@stowage/server/modules/catalog/index'
import type { cities, sellers } from './company.ts'
import type { FloorWish, PlanLanguage } from './plan.ts'

/** Percents from a day on: YYYY-MM-DD. */
interface Vat {
  readonly from: string
  readonly legal: number
  readonly individual: number
}

export interface DemoStock {
  readonly key: string
  readonly city: keyof typeof cities
  readonly seller: keyof typeof sellers
  readonly language: Exclude<PlanLanguage, 'en'>
  readonly floors: readonly FloorWish[]
  /** Share of boxes let, from 0 to 1. */
  readonly let: number
  readonly vat: readonly Vat[]
  readonly stock: Omit<NewStock, 'cityId' | 'sellerId' | 'vat'>
}

/** The standard rate was raised on the first of January 2026. */
const russianVat: readonly Vat[] = [
  { from: '2019-01-01', legal: 20, individual: 20 },
  { from: '2026-01-01', legal: 22, individual: 22 },
]
const polishVat: readonly Vat[] = [{ from: '2011-01-01', legal: 23, individual: 23 }]

/** Each house has grown up on its own: its hours, its prices and what it asks of who pays late. All are open at ten. */
export const stocks: readonly DemoStock[] = [
  {
    key: 'presnya',
    city: 'moscow',
    seller: 'ru',
    language: 'ru',
    let: 0.78,
    floors: [
      { name: '1 этаж', prefix: 'YA', boxes: 300 },
      { name: '2 этаж', prefix: 'YB', boxes: 300 },
    ],
    vat: russianVat,
    stock: {
      code: 'MSK1',
      name: 'Пресня',
      address: 'Ходынская ул., 2, стр. 1',
      zip: '123022',
      phone: '+74951204418',
      timeZone: 'Europe/Moscow',
      currency: 'RUB',
      latitude: 55.7706,
      longitude: 37.5497,
      openingTime: '08:00',
      closingTime: '23:00',
      carHeightLimitCm: 305,
      maxContractDuration: 11,
      // No discount of its own: the general table counts.
      depositMonths: 1,
      daysWithoutFee: 3,
      invoiceNotPaidFeePercent: 0.5,
      contractEndedFee: 1,
      insuranceMonthlyAmount: 29000,
      insuranceCoverageAmount: 15000000,
      wifiNetworkName: 'Stowage-Guest',
      wifiPassword: 'kladovka-2026',
      equipment: [
        { id: '0:01:01', name: 'Ворота с Ходынской', kind: 'gate' },
        { id: '0:01:02', name: 'Дверь корпуса А', kind: 'door' },
        { id: '0:01:03', name: 'Выезд', kind: 'barrier', isExit: true },
      ],
    },
  },
  {
    key: 'vyborgskaya',
    city: 'petersburg',
    seller: 'petersburg',
    language: 'ru',
    let: 0.6,
    floors: [
      { name: '1 этаж', prefix: 'YA', boxes: 64 },
      { name: 'Кладовые', prefix: 'KB', boxes: 16, floor: 1 },
    ],
    vat: [{ from: '2025-01-01', legal: 5, individual: 5 }],
    stock: {
      code: 'SPB1',
      name: 'Выборгская',
      address: 'Большой Сампсониевский пр., 60',
      zip: '194044',
      phone: '+78122440518',
      timeZone: 'Europe/Moscow',
      currency: 'RUB',
      latitude: 59.9754,
      longitude: 30.3411,
      openingTime: '09:00',
      closingTime: '21:00',
      carHeightLimitCm: 240,
      maxContractDuration: 11,
      discount: 1.5,
      daysWithoutFee: 5,
      invoiceNotPaidFeePercent: 0.3,
      contractEndedFee: 0.5,
      penaltyCapPercent: 50,
      insuranceMonthlyAmount: 19000,
      insuranceCoverageAmount: 10000000,
      wifiNetworkName: 'Vyborgskie-Guest',
      wifiPassword: 'vyborg-2026',
      equipment: [
        { id: '0:01:01', name: 'Ворота во двор', kind: 'gate' },
        { id: '0:01:02', name: 'Дверь в кладовые', kind: 'door' },
        { id: '0:01:03', name: 'Выезд на Сампсониевский', kind: 'gate', isExit: true },
      ],
    },
  },
  {
    key: 'moabit',
    city: 'berlin',
    seller: 'de',
    language: 'de',
    let: 0.7,
    floors: [
      { name: 'Erdgeschoss', prefix: 'YA', boxes: 50 },
      { name: '1. Obergeschoss', prefix: 'YB', boxes: 40 },
      { name: '2. Obergeschoss', prefix: 'YC', boxes: 30 },
    ],
    // The house opts for VAT where the tenant is a business; letting to everybody else is exempt.
    vat: [{ from: '2021-01-01', legal: 19, individual: 0 }],
    stock: {
      code: 'BER1',
      name: 'Moabit',
      address: 'Turmstraße 21',
      zip: '10559',
      phone: '+493012345670',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      latitude: 52.5262,
      longitude: 13.3443,
      openingTime: '06:00',
      closingTime: '22:00',
      carHeightLimitCm: 280,
      maxContractDuration: 11,
      discount: 2,
      depositMonths: 1,
      daysWithoutFee: 14,
      // Near the interest that the law gives: more would not stand as a standard term.
      invoiceNotPaidFeePercent: 0.03,
      contractEndedFee: 0.1,
      penaltyCapPercent: 10,
      insuranceMonthlyAmount: 490,
      insuranceCoverageAmount: 250000,
      insuranceTaxPercent: 19,
      wifiNetworkName: 'Stowage-Gast',
      wifiPassword: 'moabit-lager-26',
      equipment: [
        { id: '0:01:01', name: 'Tor Turmstraße', kind: 'gate' },
        { id: '0:01:02', name: 'Eingang Hof', kind: 'door' },
        { id: '0:01:03', name: 'Ausfahrt', kind: 'barrier', isExit: true },
      ],
    },
  },
  {
    key: 'wola',
    city: 'warsaw',
    seller: 'pl',
    language: 'pl',
    let: 0.55,
    floors: [{ name: 'Parter', prefix: 'YA', boxes: 60 }],
    vat: polishVat,
    stock: {
      code: 'WAW1',
      name: 'Wola',
      address: 'ul. Kasprzaka 29',
      zip: '01-234',
      phone: '+48221234567',
      timeZone: 'Europe/Warsaw',
      currency: 'EUR',
      latitude: 52.2297,
      longitude: 20.9684,
      openingTime: '07:00',
      closingTime: '22:00',
      carHeightLimitCm: 350,
      maxContractDuration: 11,
      discount: 1,
      daysWithoutFee: 7,
      invoiceNotPaidFeePercent: 0.05,
      contractEndedFee: 0.2,
      penaltyCapPercent: 30,
      insuranceMonthlyAmount: 390,
      insuranceCoverageAmount: 200000,
      wifiNetworkName: 'Stowage-Gosc',
      wifiPassword: 'wola-magazyn-26',
      equipment: [
        { id: '0:01:01', name: 'Brama od Kasprzaka', kind: 'gate' },
        { id: '0:01:02', name: 'Wejście główne', kind: 'door' },
        { id: '0:01:03', name: 'Wyjazd', kind: 'barrier', isExit: true },
      ],
    },
  },
  {
    key: 'praga',
    city: 'warsaw',
    seller: 'pl',
    language: 'pl',
    let: 0.45,
    floors: [{ name: 'Parter', prefix: 'YA', boxes: 40 }],
    vat: polishVat,
    stock: {
      code: 'WAW2',
      name: 'Praga',
      address: 'ul. Ząbkowska 31',
      zip: '03-736',
      phone: '+48222345678',
      timeZone: 'Europe/Warsaw',
      currency: 'USD',
      latitude: 52.2527,
      longitude: 21.0449,
      openingTime: '09:00',
      closingTime: '20:00',
      // A backyard of an old house: no lorries, no long terms, no insurance through the house.
      carHeightLimitCm: 220,
      maxContractDuration: 6,
      depositMonths: 1,
      daysWithoutFee: 7,
      invoiceNotPaidFeePercent: 0.05,
      contractEndedFee: 0.2,
      penaltyCapPercent: 30,
      refundUnusedTime: false,
      wifiNetworkName: 'Stowage-Praga',
      wifiPassword: 'praga-magazyn-26',
      equipment: [
        { id: '0:01:01', name: 'Brama na podwórze', kind: 'gate' },
        { id: '0:01:02', name: 'Drzwi do magazynu', kind: 'door' },
        { id: '0:01:03', name: 'Furtka na Ząbkowską', kind: 'door', isExit: true },
      ],
    },
  },
]
