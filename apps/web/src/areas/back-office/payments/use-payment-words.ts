import { useTranslations } from 'use-intl'

const processors = ['paykeeper', 'stripe', 'bankTransfer', 'bankDebit', 'manual'] as const
const statuses = {
  success: 'success',
  canceled: 'canceled',
  pending: 'pending',
  failed: 'failed',
  refunded: 'refunded',
  refunding: 'refunding',
  disputed: 'disputed',
  partially_refunded: 'partiallyRefunded',
} as const
const verdicts = {
  valid: 'valid',
  credited: 'credited',
  known: 'known',
  noted: 'noted',
  'not ours': 'notOurs',
  'not confirmed': 'notConfirmed',
  failed: 'failed',
  stale: 'stale',
  'unknown order': 'unknownOrder',
  'other sum': 'otherSum',
  'other payer': 'otherPayer',
  malformed: 'malformed',
  forged: 'forged',
} as const

const known = <Words extends object>(words: Words, word: string): Words[keyof Words] | undefined =>
  Object.hasOwn(words, word) ? words[word as keyof Words] : undefined

/** Processors, their states and verdicts in the reader's words; a word that is new since the page was written stands as it came. */
export function usePaymentWords() {
  const t = useTranslations('payments')
  return {
    processor(name: string): string {
      const one = processors.find((word) => word === name)
      return one === undefined ? name : t(`processors.${one}`)
    },
    status(word: string): string {
      const one = known(statuses, word)
      return one === undefined ? word : t(`status.${one}`)
    },
    /** What the state means, with the processor's own word where it is another one. */
    statusWhy({
      status,
      said,
    }: {
      readonly status: string
      readonly said?: string | null | undefined
    }): string {
      const one = known(statuses, status)
      const why = one === undefined ? t('statusWhy.unknown') : t(`statusWhy.${one}`)
      return said == null || said === status ? why : `${why} ${t('said', { word: said })}`
    },
    verdict(word: string): string {
      const one = known(verdicts, word)
      return one === undefined ? word : t(`verdict.${one}`)
    },
    verdictWhy: (word: string): string => t(`verdictWhy.${known(verdicts, word) ?? 'unknown'}`),
    verdictDo: (word: string): string => t(`verdictDo.${known(verdicts, word) ?? 'unknown'}`),
  }
}
