import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { proveSelf } from '@stowage/api/sessions'
import { call, onProofAsked } from '../../client/index.ts'
import { needTexts } from '../../i18n/index.ts'

const Dialog = lazy(async () => {
  const [{ ProofDialog }] = await Promise.all([import('./proof-dialog.tsx'), needTexts('security', 'form')])
  return { default: ProofDialog }
})

/** The one place where a call that is refused with 9192 asks for the password, and the code where there is a second factor. */
export function ProofHost() {
  const t = useTranslations('shell')
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null)
  useEffect(
    () =>
      onProofAsked(
        async () =>
          await new Promise<boolean>((resolve) => {
            setAnswer(() => (isProved: boolean) => {
              setAnswer(null)
              resolve(isProved)
            })
          }),
      ),
    [],
  )
  if (answer === null) return null
  return (
    <Suspense fallback={null}>
      <Dialog
        title={t('prove.title')}
        text={t('prove.text')}
        yes={t('prove.yes')}
        onProof={async (body) => {
          await call(proveSelf, { body })
          answer(true)
        }}
        onClose={() => answer(false)}
      />
    </Suspense>
  )
}
