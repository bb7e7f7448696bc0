import { Button } from '@mantine/core'
import { IconReceiptOff, IconReceiptRefund } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { deedOn, type BillingDocument } from './document.ts'
import { useDocumentName } from './use-document-name.ts'

const CorrectDialog = lazy(async () => ({ default: (await import('./correct-dialog.tsx')).CorrectDialog }))
const WriteOffDialog = lazy(async () => ({
  default: (await import('./write-off-dialog.tsx')).WriteOffDialog,
}))

/** What an accountant does with an issued document; for superUsers. */
export function BookDeeds({ document }: { readonly document: BillingDocument }) {
  const t = useTranslations('books')
  const nameOf = useDocumentName()
  const [asked, setAsked] = useState<'correct' | 'writeOff' | null>(null)
  const close = (): void => setAsked(null)
  const name = nameOf(document)
  const deed = t(`${deedOn(document)}.button`)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReceiptRefund size={18} stroke={1.75} />}
        aria-label={t('correct.named', { deed, name })}
        onClick={() => setAsked('correct')}
      >
        {deed}
      </Button>
      {document.mayWriteOff && (
        <Button
          variant="default"
          leftSection={<IconReceiptOff size={18} stroke={1.75} />}
          aria-label={t('correct.named', { deed: t('writeOff.button'), name })}
          onClick={() => setAsked('writeOff')}
        >
          {t('writeOff.button')}
        </Button>
      )}
      <Suspense fallback={null}>
        {asked === 'correct' && <CorrectDialog document={document} onClose={close} />}
        {asked === 'writeOff' && <WriteOffDialog document={document} onClose={close} />}
      </Suspense>
    </>
  )
}
