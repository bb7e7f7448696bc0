import { Modal } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CallForm } from './call-form.tsx'

export default function CallDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('support')
  const shell = useTranslations('shell')
  return (
    <Modal
      opened
      onClose={onClose}
      size={440}
      title={t('page.call')}
      closeButtonProps={{ 'aria-label': shell('close') }}
    >
      <CallForm onDone={onClose} />
    </Modal>
  )
}
