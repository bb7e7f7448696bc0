import { useTranslations } from 'use-intl'
import type { ListedStock } from '../../../features/catalog/index.ts'
import { useAskedClose } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'
import { EditTariff } from './edit-tariff.tsx'
import { NewTariff } from './new-tariff.tsx'
import type { Tariff } from './tariff.ts'
import { useTariffName } from './tariffs-table.tsx'

interface TariffDialogProps {
  readonly stock: ListedStock
  /** Null: a new one. */
  readonly tariff: Tariff | null
  readonly onClose: () => void
}

/** A tariff's settings over the list that names it. */
export function TariffDialog({ stock, tariff, onClose }: TariffDialogProps) {
  const t = useTranslations('tariffs')
  const nameOf = useTariffName()
  const { close, hold } = useAskedClose(onClose)
  return (
    <Modal
      opened
      onClose={close}
      size={760}
      title={tariff === null ? t('newTitle') : t('editTitle', { name: nameOf(tariff) })}
    >
      {tariff === null ? (
        <NewTariff stock={stock} onChanged={hold} onDone={onClose} />
      ) : (
        <EditTariff stock={stock} tariff={tariff} onChanged={hold} onDone={onClose} />
      )}
    </Modal>
  )
}
