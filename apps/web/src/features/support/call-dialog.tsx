import { useTranslations } from 'use-intl'
import { CallForm } from './call-form.tsx'
import { Modal } from '../../ui/dialog.tsx'

export default function CallDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('support')
  return (
    <Modal opened onClose={onClose} size={440} title={t('page.call')}>
      <CallForm onDone={onClose} />
    </Modal>
  )
}
