import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { firstCharacters } from '@stowage/domain/characters'
import { FieldRow, FieldStack, type Fields } from '../../../ui/index.ts'
import { AddRow, RemoveRow, rowsOf } from '../form-rows.tsx'
import { maskLockId } from '../stocks/equipment.ts'
import { wishNumbers, type Wishes, type WishName, type WishValues } from './site-wishes.ts'
import classes from './settings.module.css'

interface SettingsFieldsProps {
  readonly form: Fields<WishValues>
  readonly wishes: Wishes
}

const labels = { pollMs: 'poll', pulseMs: 'pulse', leftOpenMinutes: 'leftOpen' } as const
/** As many as the call takes. */
const maxNames = 500

/** Three numbers and the names of doors. What an agent that came later would not take stands at its field until somebody changes it. */
export function SettingsFields({ form, wishes }: SettingsFieldsProps) {
  const t = useTranslations('site.wishes')
  const { fault } = wishes
  const errorAt = (field: string): string | undefined =>
    form.errors[field] ?? (fault?.field === field ? t('refused', { reason: fault.reason }) : undefined)
  return (
    <FieldStack>
      <p className={classes.quiet}>{t('lead')}</p>
      <FieldRow>
        {wishNumbers.map((name) => (
          <TextInput
            key={name}
            label={t(labels[name])}
            description={wishes[name] == null ? t(`${labels[name]}Hint`) : t('keep')}
            inputMode="numeric"
            autoComplete="off"
            {...form.text(name)}
            error={errorAt(name)}
          />
        ))}
      </FieldRow>
      <Names value={form.values.names} onChange={(names) => form.set('names', names)} errorAt={errorAt} />
    </FieldStack>
  )
}

interface NamesProps {
  readonly value: readonly WishName[]
  readonly onChange: (names: WishName[]) => void
  readonly errorAt: (field: string) => string | undefined
}

function Names({ value, onChange, errorAt }: NamesProps) {
  const t = useTranslations('site.wishes')
  const rows = rowsOf(value, onChange)
  const whole = errorAt('names')
  return (
    <fieldset className={classes.names}>
      <legend>{t('names')}</legend>
      {value.length === 0 && <p className={classes.quiet}>{t('noNames')}</p>}
      {value.map((entry, index) => (
        <div key={index} className={classes.name}>
          <TextInput
            label={t('lock')}
            required
            inputMode="numeric"
            placeholder="1:01:02"
            autoComplete="off"
            value={entry.lockId}
            error={isTwice(value, index) ? t('twice') : errorAt(`names.${index}.lockId`)}
            onChange={(event) => rows.change(index, { lockId: maskLockId(event.currentTarget.value) })}
          />
          <TextInput
            label={t('name')}
            required
            autoComplete="off"
            value={entry.name}
            error={errorAt(`names.${index}.name`)}
            onChange={(event) =>
              rows.change(index, { name: firstCharacters(event.currentTarget.value, 100) })
            }
          />
          <RemoveRow
            name={t('remove', { name: entry.name === '' ? entry.lockId : entry.name })}
            className={classes.remove}
            onRemove={() => rows.remove(index)}
          />
        </div>
      ))}
      {whole !== undefined && <p role="alert">{whole}</p>}
      <AddRow
        label={t('add')}
        isFull={value.length >= maxNames}
        onAdd={() => rows.add({ lockId: '', name: '' })}
      />
    </fieldset>
  )
}

const isTwice = (names: readonly WishName[], index: number): boolean => {
  const { lockId } = names[index] ?? { lockId: '' }
  return lockId.length === 7 && names.findIndex((other) => other.lockId === lockId) < index
}
