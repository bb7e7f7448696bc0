import { useTranslations } from 'use-intl'
import { useAskedClose } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'
import { EditSeller } from './edit-seller.tsx'
import { NewSeller } from './new-seller.tsx'
import type { Seller } from './seller.ts'

interface SellerDialogProps {
  /** Null: a new one. */
  readonly seller: Seller | null
  readonly onClose: () => void
  readonly onMade?: (id: string) => void
}

/** A seller's details over the form that names it. */
export function SellerDialog({ seller, onClose, onMade }: SellerDialogProps) {
  const t = useTranslations('sites.seller')
  const { close, hold } = useAskedClose(onClose)
  return (
    <Modal
      opened
      onClose={close}
      size={720}
      title={seller === null ? t('newTitle') : t('editTitle', { name: seller.name })}
    >
      {seller === null ? (
        <NewSeller
          onChanged={hold}
          onMade={(id) => {
            onMade?.(id)
            onClose()
          }}
        />
      ) : (
        <EditSeller seller={seller} onChanged={hold} onDone={onClose} />
      )}
    </Modal>
  )
}
