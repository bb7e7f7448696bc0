import de from '@stowage/texts/ui/de/booking.json' with { type: 'json' }
import en from '@stowage/texts/ui/en/booking.json' with { type: 'json' }
import pl from '@stowage/texts/ui/pl/booking.json' with { type: 'json' }
import ru from '@stowage/texts/ui/ru/booking.json' with { type: 'json' }
import type { cities } from './company.ts'
import type { Random } from './random.ts'

type Language = 'ru' | 'en' | 'de' | 'pl'
type TenantLanguage = Exclude<Language, 'en'>

interface Names {
  readonly first: readonly string[]
  readonly last: readonly string[]
}

/** Women and men apart: surnames agree with first names in two of the languages. */
const names: Readonly<Record<TenantLanguage, readonly Names[]>> = {
  ru: [
    {
      first: ['Анна', 'Мария', 'Елена', 'Ольга', 'Наталья', 'Ирина', 'Светлана', 'Юлия', 'Екатерина'],
      last: ['Соколова', 'Кузнецова', 'Попова', 'Лебедева', 'Волкова', 'Щербакова', 'Жданова', 'Ершова'],
    },
    {
      first: ['Алексей', 'Дмитрий', 'Сергей', 'Андрей', 'Пётр', 'Михаил', 'Юрий', 'Илья', 'Фёдор'],
      last: ['Козлов', 'Новиков', 'Морозов', 'Журавлёв', 'Зайцев', 'Быков', 'Чернышёв', 'Ларин'],
    },
  ],
  de: [
    {
      first: ['Jürgen', 'Sabine', 'Thomas', 'Ute', 'Matthias', 'Anke', 'Björn', 'Heike', 'Jörg', 'Katrin'],
      last: ['Müller', 'Weiß', 'Schröder', 'Krüger', 'Böhm', 'Großmann', 'Kühn', 'Vogel', 'Jäger', 'Lorenz'],
    },
  ],
  pl: [
    {
      first: ['Małgorzata', 'Agnieszka', 'Elżbieta', 'Joanna', 'Żaneta'],
      last: ['Wiśniewska', 'Wójcik', 'Zielińska', 'Dąbrowska', 'Jabłońska', 'Pawłowska'],
    },
    {
      first: ['Łukasz', 'Paweł', 'Michał', 'Krzysztof', 'Grzegorz'],
      last: ['Kowalczyk', 'Zieliński', 'Dąbrowski', 'Woźniak', 'Jabłoński', 'Król'],
    },
  ],
}

interface Home {
  readonly language: TenantLanguage
  readonly city: string
  readonly country: string
  readonly streets: readonly string[]
  readonly zip: string
  readonly phone: string
}

/** Where the tenants of a city's warehouses live: round the corner. */
const homes: Readonly<Record<keyof typeof cities, Home>> = {
  moscow: {
    language: 'ru',
    city: 'Москва',
    country: 'RU',
    streets: ['ул. Красная Пресня', 'ул. 1905 года', 'Звенигородское шоссе', 'Шмитовский проезд'],
    zip: '123022',
    phone: '+7495120',
  },
  petersburg: {
    language: 'ru',
    city: 'Санкт-Петербург',
    country: 'RU',
    streets: ['Лесной проспект', 'ул. Комсомола', 'Кантемировская ул.'],
    zip: '194044',
    phone: '+7812244',
  },
  berlin: {
    language: 'de',
    city: 'Berlin',
    country: 'DE',
    streets: ['Perleberger Straße', 'Birkenstraße', 'Alt-Moabit', 'Stromstraße'],
    zip: '10559',
    phone: '+4930123',
  },
  warsaw: {
    language: 'pl',
    city: 'Warszawa',
    country: 'PL',
    streets: ['ul. Wolska', 'ul. Targowa', 'ul. Płocka', 'ul. Żelazna'],
    zip: '01-234',
    phone: '+4822123',
  },
}

export interface DemoPerson {
  readonly email: string
  readonly language: Language
  readonly accountType: 'individual' | 'legal'
  readonly isIndividualEntrepreneur: boolean
  readonly firstName: string
  readonly lastName: string
  readonly company: string | null
  readonly country: string
  readonly city: string
  readonly address: string
  readonly house: string
  readonly zip: string
  readonly phone: string
  readonly taxNumber: string | null
}

/** The n-th tenant of a city's warehouses: always the same person. */
export function tenant(city: keyof typeof cities, index: number, random: Random): DemoPerson {
  const { language, streets, phone, ...home } = homes[city]
  const kin = random.pick(names[language])
  const [firstName, lastName] = [random.pick(kin.first), random.pick(kin.last)]
  const legal = index % 7 === 3
  return {
    ...home,
    email: `${city}${String(index).padStart(3, '0')}@tenants.example`,
    language,
    accountType: legal ? 'legal' : 'individual',
    isIndividualEntrepreneur: index % 11 === 5 && !legal,
    firstName,
    lastName,
    company: legal ? companyOf(language, lastName) : null,
    address: random.pick(streets),
    house: String(random.between(1, 90)),
    phone: `${phone}${1000 + index}`,
    taxNumber: legal ? taxNumberOf(language, index) : null,
  }
}

const companyOf = (language: TenantLanguage, lastName: string): string =>
  ({ ru: `ООО «${lastName} и партнёры»`, de: `${lastName} & Söhne GmbH`, pl: `${lastName} Sp. z o.o.` })[
    language
  ]

/** In the form of the country; none of them is anybody's. */
const taxNumberOf = (language: TenantLanguage, index: number): string =>
  ({ ru: `77${10_000_000 + index * 137}`, de: `34/${100 + index}/04711`, pl: `5270${100_000 + index}` })[
    language
  ]

/** What people write about what they store and why, as the form asks them. */
const reasons: Readonly<Record<Language, Readonly<Record<'private' | 'business', readonly string[]>>>> = {
  ru: {
    private: [
      'Ремонт в квартире: мебель и посуда',
      'Переезд, ждём ключи от новой квартиры',
      'Зимняя резина и велосипеды',
      'Вещи бабушки, разбираем понемногу',
      'Уезжаем на год, сдаём квартиру',
      'Детские вещи на вырост, коляска',
      'Лыжи, сноуборды, палатки',
    ],
    business: [
      'Архив бухгалтерии за пять лет',
      'Товар интернет-магазина',
      'Выставочный стенд и реклама',
      'Инструмент бригады отделочников',
      'Мебель на время переезда офиса',
    ],
  },
  en: {
    private: ['Renovating the flat: furniture', 'Moving house', 'Skis, tyres and bicycles'],
    business: ['Stock of a web shop', 'Files we must keep', 'Tools of our fitters'],
  },
  de: {
    private: [
      'Renovierung: Möbel aus zwei Zimmern',
      'Umzug, die neue Wohnung ist noch nicht frei',
      'Winterreifen und Fahrräder',
      'Haushalt der Eltern',
      'Ein Jahr im Ausland',
      'Ski und Campingsachen',
    ],
    business: [
      'Akten mit Aufbewahrungsfrist',
      'Ware für den Onlineshop',
      'Messestand',
      'Werkzeug und Material für Baustellen',
    ],
  },
  pl: {
    private: [
      'Remont mieszkania: meble i książki',
      'Przeprowadzka',
      'Opony zimowe i rowery',
      'Rzeczy po dziadkach',
      'Wyjazd za granicę na pół roku',
    ],
    business: ['Towar sklepu internetowego', 'Archiwum dokumentów', 'Sprzęt ekipy remontowej'],
  },
}
/** As the form offers them, in its reader's language. */
const texts: Readonly<Record<Language, typeof ru>> = { ru, en, de, pl }
const sourcesIn = (language: Language): string[] => {
  // Whoever is new cannot say that he has stored here before.
  const { again: _later, ...sources } = texts[language].more.sources
  return Object.values(sources)
}

/** What somebody answers when he books, in his own language; the same answers from the same run of chance. */
export function answersOf(
  person: Pick<DemoPerson, 'language' | 'accountType' | 'isIndividualEntrepreneur'>,
  random: Random,
): { readonly contactSource: string; readonly reason: string } {
  const isBusiness = person.accountType === 'legal' || person.isIndividualEntrepreneur
  return {
    contactSource: random.pick(sourcesIn(person.language)),
    reason: random.pick(reasons[person.language][isBusiness ? 'business' : 'private']),
  }
}

/** The people who are named in the documentation; one password for all. */
export const DEMO_PASSWORD = 'stowage-demo'
