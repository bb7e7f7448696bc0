import type { NewStock } from '@stowage/server/modules/catalog/index'
import type { FloorWish, PlanLanguage } from './plan.ts'

/** The demo company: an operator in three countries. Everything that is said here is made up. */
export const company = {
  name: 'Stowage Demo',
  address: 'Ходынская ул., 2, стр. 1, 123022 Москва',
  email: 'hello@stowage.example',
  website: 'https://stowage.example',
  supportPhone: '+7 495 120-44-18',
  officeHours: [
    { days: 'mon-fri', from: '08:00', to: '19:00' },
    { days: 'sat', from: '10:00', to: '15:00' },
  ],
  legalDocuments: [
    {
      key: 'terms',
      title: {
        ru: 'Правила хранения',
        en: 'Storage rules',
        de: 'Hausordnung',
        pl: 'Regulamin przechowywania',
      },
      url: '/api/leases/sample',
      version: '2026-11',
    },
  ],
  signUpEnabled: true,
  reportsEnabled: true,
}

export const sellers = {
  ru: {
    name: 'ООО «Стоуэдж Демо»',
    address: 'Ходынская ул., 2, стр. 1, 123022 Москва',
    country: 'RU',
    taxNumber: '7703123456',
    registrationNumber: '1157746123456',
    bankName: 'АО «Демобанк»',
    iban: null,
    bic: '044525000',
    email: 'buh@stowage.example',
    phone: '+7 495 120-44-18',
  },
  de: {
    name: 'Stowage Demo GmbH',
    address: 'Turmstraße 21, 10559 Berlin',
    country: 'DE',
    taxNumber: '37/123/45678',
    vatId: 'DE123456789',
    registrationNumber: 'HRB 123456 B',
    bankName: 'Demobank Berlin',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    email: 'buchhaltung@stowage.example',
    phone: '+49 30 1234 5670',
  },
  pl: {
    name: 'Stowage Demo Sp. z o.o.',
    address: 'ul. Kasprzaka 29, 01-234 Warszawa',
    country: 'PL',
    taxNumber: '5260001246',
    vatId: 'PL5260001246',
    registrationNumber: '0000123456',
    bankName: 'Demobank Polska',
    iban: 'PL61109010140000071219812874',
    bic: 'WBKPPLPP',
    email: 'ksiegowosc@stowage.example',
    phone: '+48 22 123 45 67',
  },
} as const

export const cities = {
  moscow: { city: 'Москва', country: 'RU', size: 1, latitude: 55.7558, longitude: 37.6173 },
  petersburg: { city: 'Санкт-Петербург', country: 'RU', size: 2, latitude: 59.9343, longitude: 30.3351 },
  berlin: { city: 'Berlin', country: 'DE', size: 3, latitude: 52.52, longitude: 13.405 },
  warsaw: { city: 'Warszawa', country: 'PL', size: 4, latitude: 52.2297, longitude: 21.0122 },
} as const

/** Net prices per m² in minor units, by currency. */
export const categories = [
  {
    name: 'Ячейка',
    alias: 'locker',
    description: 'Для коробок, колёс, документов',
    minSize: 1,
    maxSize: 2,
    prices: { RUB: 145000, EUR: 1450, USD: 1500 },
  },
  {
    name: 'Малый бокс',
    alias: 'small',
    description: 'Вещи из одной комнаты',
    minSize: 2.5,
    maxSize: 5,
    prices: { RUB: 120000, EUR: 1250, USD: 1300 },
  },
  {
    name: 'Средний бокс',
    alias: 'medium',
    description: 'Вещи из двухкомнатной квартиры',
    minSize: 5.5,
    maxSize: 10,
    prices: { RUB: 108000, EUR: 1120, USD: 1180 },
  },
  {
    name: 'Большой бокс',
    alias: 'large',
    description: 'Дом, мастерская, склад магазина',
    minSize: 10.5,
    maxSize: 21,
    prices: { RUB: 94500, EUR: 980, USD: 1020 },
  },
  {
    name: 'Зал',
    alias: 'hall',
    description: 'Склад предприятия',
    minSize: 21.5,
    maxSize: 92,
    prices: { RUB: 86000, EUR: 890, USD: 930 },
  },
] as const

export interface DemoStock {
  readonly key: string
  readonly city: keyof typeof cities
  readonly seller: keyof typeof sellers
  readonly language: PlanLanguage
  readonly floors: readonly FloorWish[]
  /** Share of boxes let, from 0 to 1. */
  readonly let: number
  readonly stock: Omit<NewStock, 'cityId' | 'sellerId' | 'vat'> & {
    readonly vat: { readonly legal: number; readonly individual: number }
  }
}

const doors = (
  names: readonly [gate: string, door: string, exit: string],
): NonNullable<NewStock['equipment']> => [
  { id: '0:01:01', name: names[0], kind: 'gate' },
  { id: '0:01:02', name: names[1], kind: 'door' },
  { id: '0:01:03', name: names[2], kind: 'barrier', isExit: true },
]

const house = {
  maxContractDuration: 11,
  carHeightLimitCm: 305,
  daysWithoutFee: 3,
  invoiceNotPaidFeePercent: 0.5,
  contractEndedFee: 1,
  openingTime: '09:00',
  closingTime: '21:00',
} as const

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
    stock: {
      ...house,
      code: 'MSK1',
      name: 'Пресня',
      address: 'Ходынская ул., 2, стр. 1',
      zip: '123022',
      phone: '+74951204418',
      timeZone: 'Europe/Moscow',
      currency: 'RUB',
      latitude: 55.7706,
      longitude: 37.5497,
      depositMonths: 1,
      insuranceMonthlyAmount: 25000,
      insuranceCoverageAmount: 15000000,
      vat: { legal: 22, individual: 22 },
      wifiNetworkName: 'Stowage-Guest',
      wifiPassword: 'kladovka-2026',
      equipment: doors(['Ворота с Ходынской', 'Дверь корпуса А', 'Выезд']),
    },
  },
  {
    key: 'vyborgskaya',
    city: 'petersburg',
    seller: 'ru',
    language: 'ru',
    let: 0.6,
    floors: [
      { name: '1 этаж', prefix: 'YA', boxes: 64 },
      { name: 'Кладовые', prefix: 'KB', boxes: 16, floor: 1 },
    ],
    stock: {
      ...house,
      code: 'SPB1',
      name: 'Выборгская',
      address: 'Большой Сампсониевский пр., 60',
      zip: '194044',
      phone: '+78122440518',
      timeZone: 'Europe/Moscow',
      currency: 'RUB',
      latitude: 59.9754,
      longitude: 30.3411,
      discount: 1.5,
      insuranceMonthlyAmount: 25000,
      insuranceCoverageAmount: 15000000,
      vat: { legal: 22, individual: 22 },
      wifiNetworkName: 'Stowage-Guest',
      wifiPassword: 'vyborg-2026',
      equipment: doors(['Ворота', 'Дверь', 'Выезд']),
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
    stock: {
      ...house,
      code: 'BER1',
      name: 'Moabit',
      address: 'Turmstraße 21',
      zip: '10559',
      phone: '+493012345670',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      latitude: 52.5262,
      longitude: 13.3443,
      discount: 2,
      depositMonths: 1,
      insuranceMonthlyAmount: 490,
      insuranceCoverageAmount: 250000,
      insuranceTaxPercent: 19,
      vat: { legal: 19, individual: 19 },
      wifiNetworkName: 'Stowage-Gast',
      wifiPassword: 'moabit-lager-26',
      equipment: doors(['Tor Turmstraße', 'Eingang', 'Ausfahrt']),
    },
  },
  {
    key: 'wola',
    city: 'warsaw',
    seller: 'pl',
    language: 'pl',
    let: 0.55,
    floors: [{ name: 'Parter', prefix: 'YA', boxes: 60 }],
    stock: {
      ...house,
      code: 'WAW1',
      name: 'Wola',
      address: 'ul. Kasprzaka 29',
      zip: '01-234',
      phone: '+48221234567',
      timeZone: 'Europe/Warsaw',
      currency: 'EUR',
      latitude: 52.2297,
      longitude: 20.9684,
      insuranceMonthlyAmount: 390,
      insuranceCoverageAmount: 200000,
      vat: { legal: 23, individual: 23 },
      wifiNetworkName: 'Stowage-Gosc',
      wifiPassword: 'wola-magazyn-26',
      equipment: doors(['Brama', 'Wejście', 'Wyjazd']),
    },
  },
  {
    key: 'praga',
    city: 'warsaw',
    seller: 'pl',
    language: 'pl',
    let: 0.45,
    floors: [{ name: 'Parter', prefix: 'YA', boxes: 40 }],
    stock: {
      ...house,
      code: 'WAW2',
      name: 'Praga',
      address: 'ul. Ząbkowska 31',
      zip: '03-736',
      phone: '+48222345678',
      timeZone: 'Europe/Warsaw',
      currency: 'USD',
      latitude: 52.2527,
      longitude: 21.0449,
      vat: { legal: 23, individual: 23 },
      wifiNetworkName: 'Stowage-Gosc',
      wifiPassword: 'praga-magazyn-26',
      equipment: doors(['Brama', 'Wejście', 'Wyjazd']),
    },
  },
]
