import list from './common-passwords.json' with { type: 'json' }

/** Whose password it is to be: each word of it is guessed first by those who know its owner. */
export interface PasswordOwner {
  readonly email?: string | null | undefined
  /** First name, last name, company of the account. */
  readonly names?: readonly (string | null | undefined)[] | undefined
  /** The company that runs the system. */
  readonly company?: string | null | undefined
}

/** `common`: tried first against every account; `own`: tried first against this one. */
export type PasswordProblem = 'common' | 'own'

const PRODUCT = 'stowage'
const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
]
/** A shorter word than this stands in too many good passwords. */
const SHORTEST_WORD = 3

let common: ReadonlySet<string> | undefined

/**
 * Why a password is refused though its length is right: it is one of the 10,000 commonest, one key or row of the keyboard, or
 * nothing but a word about its owner, with or without digits and signs around it. Null: it may be used.
 */
export function passwordProblem(password: string, owner: PasswordOwner): PasswordProblem | null {
  const plain = folded(password)
  common ??= new Set(list.words.split(' '))
  if (common.has(plain) || isRepeated(plain) || isOfRow(plain)) return 'common'
  const words = wordsOf(owner)
  return words.has(lettersAndDigits(plain)) || words.has(bare(plain)) ? 'own' : null
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase()
const lettersAndDigits = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
/** Without the digits and signs at both ends: `Stowage2026!` is `stowage`. */
const bare = (text: string): string => lettersAndDigits(text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))

const isRepeated = (text: string): boolean => /^(.{1,3})\1+$/u.test(text)

function isOfRow(text: string): boolean {
  const backwards = Array.from(text).toReversed().join('')
  return ROWS.some((row) => row.includes(text) || row.includes(backwards))
}

function wordsOf({ email, names = [], company }: PasswordOwner): ReadonlySet<string> {
  const words = new Set<string>()
  const add = (text: string): void => {
    for (const word of [lettersAndDigits(folded(text)), bare(folded(text))])
      if (word.length >= SHORTEST_WORD) words.add(word)
  }
  add(PRODUCT)
  if (email) {
    add(email)
    add(email.split('@')[0] ?? '')
  }
  const known = [...names, company].filter((name) => typeof name === 'string')
  for (const name of known) {
    add(name)
    for (const part of name.split(/[^\p{L}\p{N}]+/u)) add(part)
  }
  for (const one of names) for (const other of names) if (one && other && one !== other) add(one + other)
  return words
}
