import { useTranslations } from 'use-intl'
import type { Fields } from '../../../ui/index.ts'
import { twice } from './equipment.ts'
import type { StockValues } from './stock-values.ts'

/** What is wrong at a place in the list of equipment, in words that say how a number looks. */
export function useEquipmentErrors(
  form: Fields<StockValues>,
): (index: number, field: 'id' | 'name') => string | undefined {
  const t = useTranslations('sites.equipment')
  const format = useTranslations('form')('format')
  return (index, field) => {
    const name = `internalEquipments.${index}.${field}`
    const said = form.errors[name]
    if (said === undefined || field === 'name') return said
    if (twice(form.values.internalEquipments).some((one) => one.field === name)) return t('twice')
    return said === format ? t('form') : said
  }
}
