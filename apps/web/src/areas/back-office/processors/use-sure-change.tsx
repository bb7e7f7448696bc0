import { useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { confirm } from '../../../ui/index.ts'
import { isConnection, type Processor } from './processor.ts'
import { ProofDialog, type Proof } from '../../../features/accounts/index.ts'

/**
 * What is asked before changes of a processor are sent: nothing but a yes for a name, a warning that it has to be tested anew,
 * and of a live one a proof of who does it.
 */
export function useSureChange(processor: Processor): {
  readonly isSure: (before: object, after: object) => Promise<boolean>
  /** Of the last yes; given once. */
  readonly proof: () => Partial<Proof>
  readonly dialog: ReactNode
} {
  const t = useTranslations('processors')
  const shell = useTranslations('shell')
  const given = useRef<Proof>(null)
  const [asked, setAsked] = useState<{ readonly answer: (isSure: boolean) => void } | null>(null)
  const name = processor.label
  const isSure = async (before: object, after: object): Promise<boolean> => {
    const known = new Map<string, unknown>(Object.entries(before))
    const changes = Object.entries(after).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(known.get(field)),
    )
    const connects = isConnection(Object.fromEntries(changes))
    if (connects && processor.isLive)
      return await new Promise<boolean>((resolve) => {
        setAsked({
          answer: (isYes) => {
            setAsked(null)
            resolve(isYes)
          },
        })
      })
    return await confirm({
      title: t('form.saveTitle', { name }),
      text: t(connects ? 'form.saveText' : 'form.labelText'),
      yes: shell('save'),
    })
  }
  return {
    isSure,
    proof() {
      const last = given.current
      given.current = null
      return last ?? {}
    },
    dialog: asked !== null && (
      <ProofDialog
        title={t('live.changeTitle', { name })}
        text={t('live.changeText')}
        yes={t('live.change')}
        onProof={async (proof) => {
          given.current = proof
          asked.answer(true)
          await Promise.resolve()
        }}
        onClose={() => asked.answer(false)}
      />
    ),
  }
}
