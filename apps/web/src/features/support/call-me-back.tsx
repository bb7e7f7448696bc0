import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../client/index.ts'
import { needTexts } from '../../i18n/index.ts'

const Dialog = lazy(
  async () => (await Promise.all([import('./call-dialog.tsx'), needTexts('support', 'form')]))[0],
)

/** The way to be called back from every page of a customer, with an account or without; the form comes when it is wanted. */
export function CallMeBack() {
  const t = useTranslations('shell.support')
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  if (user === undefined || (user !== null && user.role !== 'client')) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t('callMeBack')}
      </button>
      {isOpen && (
        <Suspense>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
