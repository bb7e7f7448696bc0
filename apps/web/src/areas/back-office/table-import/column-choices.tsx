import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ColumnChoice } from '@stowage/domain/table-cells'
import { FormProblem } from '../../../ui/index.ts'
import classes from '../boxes/boxes.module.css'

interface Head {
  readonly head: string
  readonly as?: string | null | undefined
  readonly state: 'known' | 'chosen' | 'ignored' | 'undecided'
  readonly couldBe: readonly string[]
}

interface ColumnChoicesProps {
  readonly heads: readonly Head[]
  readonly twice: readonly string[]
  readonly columns: readonly string[]
  readonly choices: readonly ColumnChoice[]
  headOf(field: string): string
  readonly onChoose: (choices: readonly ColumnChoice[]) => void
}

const IGNORED = '-'

/** Columns that the table does not name as we do, and those of which two mean the same: a person says what each holds. */
export function ColumnChoices({ heads, twice, columns, choices, headOf, onChoose }: ColumnChoicesProps) {
  const t = useTranslations('imports')
  const asked = heads.filter(
    ({ head, state }, index) =>
      (state !== 'known' || twice.includes(head)) && heads.findIndex((one) => one.head === head) === index,
  )
  if (asked.length === 0) return null
  const undecided = heads.filter(({ state }) => state === 'undecided')
  return (
    <fieldset className={classes.plain}>
      <legend>{t('columns.title')}</legend>
      {undecided.length > 0 && (
        <FormProblem>
          {t('columns.undecided', { names: undecided.map(({ head }) => head).join(', ') })}
        </FormProblem>
      )}
      {twice.length > 0 && <FormProblem>{t('columns.twice', { names: twice.join(', ') })}</FormProblem>}
      {asked.map(({ head, as, state, couldBe }) => (
        <NativeSelect
          key={head}
          label={head}
          maw={360}
          value={state === 'ignored' ? IGNORED : (as ?? '')}
          data={[
            { value: '', label: t('columns.choose') },
            ...(couldBe.length > 0 ? couldBe : columns).map((column) => ({
              value: column,
              label: headOf(column),
            })),
            { value: IGNORED, label: t('columns.ignore') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChoose([
              ...choices.filter((one) => one.head !== head),
              ...(value === '' ? [] : [{ head, as: value === IGNORED ? null : value }]),
            ])
          }
        />
      ))}
    </fieldset>
  )
}
