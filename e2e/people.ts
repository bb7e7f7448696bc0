/** The people of the demo company who are named in the documentation; one password for all. */
export const demoPassword = 'stowage-demo'
export const demo = {
  superUser: 'super@stowage.example',
  admin: 'admin@stowage.example',
  manager: 'manager@stowage.example',
  client: 'client@stowage.example',
  debtor: 'debtor@stowage.example',
  ending: 'ending@stowage.example',
  unverified: 'unverified@stowage.example',
  new: 'new@stowage.example',
} as const

export interface NewPerson {
  readonly type: 'individual' | 'legal' | 'entrepreneur'
  readonly firstName: string
  readonly lastName: string
  readonly company?: string
  readonly email: string
  readonly password: string
  readonly phone: string
  readonly city: string
  readonly address: string
  readonly zip: string
  /** ISO. */
  readonly country: string
}

const here = {
  ru: {
    firstName: 'Ярослава',
    lastName: 'Щёголева',
    company: 'ООО «Ёлки-иголки»',
    phone: '+79161234567',
    city: 'Москва',
    address: 'ул. 1905 года, 7',
    zip: '123022',
    country: 'RU',
  },
  en: {
    firstName: 'Siobhán',
    lastName: 'O’Brien',
    company: 'O’Brien & Daughters Ltd',
    phone: '+44 2079460958',
    city: 'London',
    address: '10 St James’s Square',
    zip: 'SW1Y 4LE',
    country: 'GB',
  },
  de: {
    firstName: 'Jürgen',
    lastName: 'Großkreutz',
    company: 'Großkreutz Möbel e. K.',
    phone: '+49 30 901820',
    city: 'Berlin',
    address: 'Straße des 17. Juni 135',
    zip: '10623',
    country: 'DE',
  },
  pl: {
    firstName: 'Żaneta',
    lastName: 'Wąsłowicz',
    company: 'Wąsłowicz Sp. z o.o.',
    phone: '+48 22 19431',
    city: 'Warszawa',
    address: 'ul. Łódzka 4',
    zip: '02-457',
    country: 'PL',
  },
} as const

let made = 0

/** Somebody nobody knows yet, with an address of their own. */
export function newPerson(language: keyof typeof here, type: NewPerson['type'] = 'individual'): NewPerson {
  made += 1
  return {
    ...here[language],
    type,
    email: `${language}.${type}.${Date.now().toString(36)}${made}@journeys.example`,
    password: 'korobka-2026',
  }
}
