import type { Language } from '../language.ts'
import type { UiTexts } from './types.ts'

/** A part of the screens' texts: one file per language, a chunk of its own in the browser. */
export type TextArea = keyof UiTexts

/** An area without a line here does not compile. */
const listed: Readonly<Record<TextArea, true>> = {
  accounts: true,
  backoffice: true,
  bank: true,
  billing: true,
  bills: true,
  booking: true,
  books: true,
  boxes: true,
  contracts: true,
  debits: true,
  desk: true,
  form: true,
  imports: true,
  inbox: true,
  integrations: true,
  life: true,
  maps: true,
  messages: true,
  moneyback: true,
  mybox: true,
  parked: true,
  paying: true,
  payments: true,
  people: true,
  plan: true,
  privacy: true,
  processors: true,
  registers: true,
  reports: true,
  results: true,
  rises: true,
  security: true,
  shell: true,
  simulators: true,
  site: true,
  sites: true,
  sms: true,
  sources: true,
  support: true,
  system: true,
  takeout: true,
  tariff: true,
  tariffs: true,
  transactions: true,
}

export const uiAreas = Object.keys(listed) as readonly TextArea[]

/** What only staff and only some pages read comes with those pages. */
const ofSomePages: ReadonlySet<TextArea> = new Set<TextArea>([
  'bank',
  'books',
  'bills',
  'boxes',
  'debits',
  'desk',
  'imports',
  'inbox',
  'integrations',
  'life',
  'messages',
  'moneyback',
  'parked',
  'paying',
  'payments',
  'people',
  'plan',
  'privacy',
  'processors',
  'registers',
  'reports',
  'rises',
  'security',
  'simulators',
  'site',
  'sites',
  'sms',
  'sources',
  'support',
  'takeout',
  'tariffs',
  'transactions',
])

/** What every page behind the sign-in may use: loaded together with the first of them. */
export const insideAreas = uiAreas.filter((area) => !ofSomePages.has(area))

/** The texts of one area in one language; a reader loads no more than the pages he opens. */
export async function loadUiArea<A extends TextArea>(language: Language, area: A): Promise<UiTexts[A]> {
  const loaded = (await import(`./${language}/${area}.json`, { with: { type: 'json' } })) as {
    default: UiTexts[A]
  }
  return loaded.default
}
