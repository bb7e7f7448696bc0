import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { firstCharacters } from '@stowage/domain/characters'
import { AddRow, RemoveRow, rowsOf } from '../form-rows.tsx'
import { maskLockId } from './equipment.ts'
import type { Equipment } from './stock-values.ts'
import classes from './settings.module.css'

interface EquipmentEditorProps {
  readonly value: readonly Equipment[]
  readonly onChange: (value: Equipment[]) => void
  readonly errorAt: (index: number, field: 'id' | 'name') => string | undefined
}

const fresh: Equipment = { id: '', name: '', kind: 'door', isExit: false, requiresOnSite: false }

/** The doors, gates and barriers of a stock; digits are put into the mask X:YY:ZZ as they are typed. */
export function EquipmentEditor({ value, onChange, errorAt }: EquipmentEditorProps) {
  const t = useTranslations('sites.equipment')
  const kinds = (['door', 'gate', 'barrier'] as const).map((kind) => ({
    value: kind,
    label: t(`kinds.${kind}`),
  }))
  const rows = rowsOf(value, onChange)
  return (
    <div className={classes.list}>
      <p className={classes.note}>{t('lead')}</p>
      {value.length === 0 && <p className={classes.note}>{t('empty')}</p>}
      {value.map((entry, index) => (
        <div key={index} className={classes.door}>
          <TextInput
            label={t('id')}
            required
            inputMode="numeric"
            placeholder="1:01:02"
            autoComplete="off"
            value={entry.id}
            error={errorAt(index, 'id')}
            onChange={(event) => rows.change(index, { id: maskLockId(event.currentTarget.value) })}
          />
          <TextInput
            label={t('name')}
            required
            autoComplete="off"
            value={entry.name}
            error={errorAt(index, 'name')}
            onChange={(event) => rows.change(index, { name: firstCharacters(event.currentTarget.value, 60) })}
          />
          <NativeSelect
            label={t('kind')}
            data={kinds}
            value={entry.kind}
            onChange={(event) => rows.change(index, { kind: event.currentTarget.value as Equipment['kind'] })}
          />
          <RemoveRow
            name={t('remove', { name: entry.name === '' ? entry.id : entry.name })}
            className={classes.remove}
            onRemove={() => rows.remove(index)}
          />
          <div className={classes.ticks}>
            <Checkbox
              label={t('isExit')}
              checked={entry.isExit}
              onChange={(event) => rows.change(index, { isExit: event.currentTarget.checked })}
            />
            <Checkbox
              label={t('onSite')}
              checked={entry.requiresOnSite ?? false}
              onChange={(event) => rows.change(index, { requiresOnSite: event.currentTarget.checked })}
            />
          </div>
        </div>
      ))}
      <AddRow label={t('add')} isFull={value.length >= 50} onAdd={() => rows.add(fresh)} />
    </div>
  )
}
