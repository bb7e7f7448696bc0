import type { Currency } from '@stowage/domain/money'
import type { BankDetails, MailCommon } from './mail-data.ts'

export interface SamplePlace {
  readonly currency: Currency
  /** Prices of Moscow times this are usual here. */
  readonly scale: number
  readonly vatPercent: number
  readonly insuranceTax: number
  readonly timeZone: string
  readonly code: string
  readonly stock: string
  readonly address: string
  readonly reader: string
  readonly email: string
  readonly phone: string
  readonly imprint: MailCommon['imprint']
  readonly bank: BankDetails
  readonly creditReason: string
  readonly blurred: string
  readonly old: string
}

const hours = { from: '9:00', to: '21:00' }

/** Where the samples of each language are set, as the companies of the demo are. */
export const samplePlaces = {
  ru: {
    currency: 'RUB',
    scale: 1,
    vatPercent: 20,
    insuranceTax: 0,
    timeZone: 'Europe/Moscow',
    code: 'MSK1',
    stock: 'Тихий склад, Пресня',
    address: 'ул. Ходынская, 2, стр. 1',
    reader: 'Анна',
    email: 'anna.sokolova@example.com',
    phone: '+7 916 123-45-67',
    imprint: {
      name: 'ООО «Тихий склад»',
      address: '123022 Москва, ул. Ходынская, 2, стр. 1',
      country: 'RU',
      taxNumber: '7703412287',
      phone: '+7 495 120-44-18',
      email: 'post@tihiy-sklad.example',
      hours,
    },
    bank: {
      recipient: 'ООО «Тихий склад»',
      country: 'RU',
      iban: '40702810900000001234',
      bic: '044525225',
      bankName: 'ПАО Сбербанк',
      reference: 'RF37 1000 0001 48',
    },
    creditReason: 'Три дня не работал лифт',
    blurred: 'Фото смазано, не читается номер',
    old: 'Документ старше трёх месяцев',
  },
  en: {
    currency: 'USD',
    scale: 0.05,
    vatPercent: 8,
    insuranceTax: 0,
    timeZone: 'America/New_York',
    code: 'NYC1',
    stock: 'Quiet Storage, Brooklyn',
    address: '214 Van Brunt Street, 11231 Brooklyn',
    reader: 'Emily',
    email: 'emily.carter@example.com',
    phone: '+1 917 555-0188',
    imprint: {
      name: 'Quiet Storage LLC',
      address: '214 Van Brunt Street, Brooklyn, NY 11231',
      country: 'US',
      taxNumber: '12-3456789',
      phone: '+1 718 555-0142',
      email: 'hello@quiet-storage.example',
      hours,
    },
    bank: {
      recipient: 'Quiet Storage LLC',
      country: 'US',
      iban: '000123456789',
      bic: 'CHASUS33',
      bankName: 'Chase Bank',
      reference: 'RF37 1000 0001 48',
    },
    creditReason: 'The lift stood still for three days',
    blurred: 'The photo is blurred, the number cannot be read',
    old: 'The document is older than three months',
  },
  de: {
    currency: 'EUR',
    scale: 0.05,
    vatPercent: 19,
    insuranceTax: 19,
    timeZone: 'Europe/Berlin',
    code: 'BER1',
    stock: 'Ruhelager Berlin-Moabit',
    address: 'Beusselstraße 44, 10553 Berlin',
    reader: 'Jürgen',
    email: 'juergen.grosskreutz@example.com',
    phone: '+49 170 5550123',
    imprint: {
      name: 'Ruhelager GmbH',
      address: 'Beusselstraße 44, 10553 Berlin',
      country: 'DE',
      taxNumber: 'DE291234567',
      phone: '+49 30 9018 2044',
      email: 'post@ruhelager.example',
      hours,
    },
    bank: {
      recipient: 'Ruhelager GmbH',
      country: 'DE',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      bankName: 'Commerzbank',
      reference: 'RF37 1000 0001 48',
    },
    creditReason: 'Der Aufzug stand drei Tage still',
    blurred: 'Das Foto ist unscharf, die Nummer ist nicht zu lesen',
    old: 'Das Dokument ist älter als drei Monate',
  },
  pl: {
    currency: 'PLN',
    scale: 0.2,
    vatPercent: 23,
    insuranceTax: 0,
    timeZone: 'Europe/Warsaw',
    code: 'WAW1',
    stock: 'Cichy Magazyn, Wola',
    address: 'ul. Kolejowa 19, 01-217 Warszawa',
    reader: 'Żaneta',
    email: 'zaneta.wasowicz@example.com',
    phone: '+48 601 555 012',
    imprint: {
      name: 'Cichy Magazyn Sp. z o.o.',
      address: 'ul. Kolejowa 19, 01-217 Warszawa',
      country: 'PL',
      taxNumber: '5272634891',
      phone: '+48 22 194 31 20',
      email: 'biuro@cichy-magazyn.example',
      hours,
    },
    bank: {
      recipient: 'Cichy Magazyn Sp. z o.o.',
      country: 'PL',
      iban: 'PL61109010140000071219812874',
      bic: 'WBKPPLPP',
      bankName: 'Santander Bank Polska',
      reference: 'RF37 1000 0001 48',
    },
    creditReason: 'Przez trzy dni nie działała winda',
    blurred: 'Zdjęcie jest rozmazane, nie widać numeru',
    old: 'Dokument ma więcej niż trzy miesiące',
  },
} as const satisfies Record<string, SamplePlace>
