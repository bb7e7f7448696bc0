import type { Random } from './random.ts'

type Language = 'ru' | 'en' | 'de' | 'pl'

const names: Readonly<
  Record<
    'ru' | 'de' | 'pl',
    {
      first: readonly string[]
      last: readonly string[]
      city: string
      country: string
      street: string
      zip: string
      phone: string
    }
  >
> = {
  ru: {
    first: [
      'Анна',
      'Мария',
      'Елена',
      'Ольга',
      'Наталья',
      'Ирина',
      'Светлана',
      'Татьяна',
      'Юлия',
      'Екатерина',
    ],
    last: [
      'Соколова',
      'Кузнецова',
      'Попова',
      'Лебедева',
      'Козлова',
      'Новикова',
      'Морозова',
      'Волкова',
      'Щербакова',
      'Жданова',
      'Журавлёва',
      'Ершова',
    ],
    city: 'Москва',
    country: 'RU',
    street: 'ул. Красная Пресня',
    zip: '123022',
    phone: '+7495120',
  },
  de: {
    first: ['Jürgen', 'Sabine', 'Thomas', 'Ute', 'Matthias', 'Anke', 'Björn', 'Heike'],
    last: ['Müller', 'Weiß', 'Schröder', 'Krüger', 'Böhm', 'Großmann', 'Kühn', 'Vogel', 'Jäger'],
    city: 'Berlin',
    country: 'DE',
    street: 'Perleberger Straße',
    zip: '10559',
    phone: '+4930123',
  },
  pl: {
    first: ['Łukasz', 'Małgorzata', 'Paweł', 'Agnieszka', 'Michał', 'Elżbieta'],
    last: ['Wiśniewski', 'Wójcik', 'Kowalczyk', 'Zieliński', 'Dąbrowski', 'Woźniak', 'Jabłoński'],
    city: 'Warszawa',
    country: 'PL',
    street: 'ul. Wolska',
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

/** The n-th tenant of a country: always the same person. */
export function tenant(country: 'ru' | 'de' | 'pl', index: number, random: Random): DemoPerson {
  const pool = names[country]
  const pick = (list: readonly string[]): string => list[Math.floor(random.next() * list.length)] ?? ''
  const legal = index % 7 === 3
  const [firstName, lastName] = [pick(pool.first), pick(pool.last)]
  return {
    email: `${country}${String(index).padStart(3, '0')}@tenants.example`,
    language: country,
    accountType: legal ? 'legal' : 'individual',
    isIndividualEntrepreneur: index % 11 === 5 && !legal,
    firstName,
    lastName,
    company: legal
      ? { ru: `ООО «${lastName} и партнёры»`, de: `${lastName} & Söhne GmbH`, pl: `${lastName} Sp. z o.o.` }[
          country
        ]
      : null,
    country: pool.country,
    city: pool.city,
    address: pool.street,
    house: String(1 + Math.floor(random.next() * 90)),
    zip: pool.zip,
    phone: `${pool.phone}${String(1000 + index)}`,
    taxNumber: legal ? `77${String(10_000_000 + index * 137)}` : null,
  }
}

/** The people who are named in the documentation; one password for all. */
export const DEMO_PASSWORD = 'stowage-demo'
