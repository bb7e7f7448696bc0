import { Button } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BillingDocument } from './document.ts'
import { useDocumentName } from './use-document-name.ts'

const CorrectDialog = lazy(async () => ({ default: (await import('./correct-dialog.tsx')).CorrectDialog }))

/** What an accountant does with an issued document; for superUsers. */
export function BookDeeds({ document }: { readonly document: BillingDocument }) {
  const t = useTranslations('books.correct')
  const nameOf = useDocumentName()
  const [isAsked, setAsked] = useState(false)
  const isPenalty = document.lines.some(({ kind }) => kind === 'penalty')
  const deed = t(isPenalty ? 'waive' : 'button')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReceiptRefund size={18} stroke={1.75} />}
        aria-label={t('named', { deed, name: nameOf(document) })}
        onClick={() => setAsked(true)}
      >
        {deed}
      </Button>
      {isAsked && (
        <Suspense fallback={null}>
          <CorrectDialog document={document} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
