import { Select } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { accessActions } from '@stowage/domain/access-record'
import { DayRangeField, type DayRange } from '../day-range-field.tsx'
import { SearchField } from '../search-field.tsx'

/** What is looked for; an empty text is everything. */
export interface HistoryWish {
  readonly range: DayRange
  readonly box: string
  readonly person: string
  readonly result: string
}

interface HistoryToolsProps {
  readonly today: string
  readonly wish: HistoryWish
  readonly onWish: (changed: Partial<HistoryWish>) => void
}

/** Days, box, person and what became of it: four ways to find one opening among thousands. */
export function HistoryTools({ today, wish, onWish }: HistoryToolsProps) {
  const t = useTranslations('backoffice.history')
  return (
    <>
      <DayRangeField
        label={t('range')}
        value={wish.range}
        max={today}
        onChange={(range) => onWish({ range })}
      />
      <SearchField
        label={t('searchBox')}
        value={wish.box}
        maxLength={40}
        onSearch={(box) => onWish({ box })}
      />
      <SearchField label={t('searchPerson')} value={wish.person} onSearch={(person) => onWish({ person })} />
      <Select
        aria-label={t('action')}
        data={[
          { value: '', label: t('anyResult') },
          ...accessActions.map((action) => ({ value: action, label: t(`actions.${action}`) })),
        ]}
        value={wish.result}
        allowDeselect={false}
        onChange={(result) => onWish({ result: result ?? '' })}
      />
    </>
  )
}
