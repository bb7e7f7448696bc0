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
    iban: '40702810400000012345',
    bic: '044525000',
    email: 'buh@stowage.example',
    phone: '+7 495 120-44-18',
  },
  /** On the simplified tax scheme, as small operators are: VAT of 5 percent, nothing deducted. */
  petersburg: {
    name: 'ООО «Выборгские кладовые»',
    address: 'Большой Сампсониевский пр., 60, 194044 Санкт-Петербург',
    country: 'RU',
    taxNumber: '7802654321',
    registrationNumber: '1217800012345',
    bankName: 'АО «Демобанк»',
    iban: '40702810900000067890',
    bic: '044030790',
    email: 'buh.spb@stowage.example',
    phone: '+7 812 244-05-18',
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
    /** The one that the Bundesbank gives for tests. */
    creditorId: 'DE98ZZZ09999999999',
    email: 'buchhaltung@stowage.example',
    phone: '+49 30 1234 5670',
    /** Letting of a storage place; taxed only where the tenant is a business (§ 9 UStG). */
    exemptionText: {
      ru: 'Освобождено от НДС (§ 4 Nr. 12 Buchst. a UStG, Германия).',
      en: 'Exempt from VAT (§ 4 no. 12 a of the German VAT Act).',
      de: 'Umsatzsteuerfrei nach § 4 Nr. 12 Buchst. a UStG.',
      pl: 'Zwolnione z VAT (§ 4 Nr. 12 Buchst. a UStG, Niemcy).',
    },
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
