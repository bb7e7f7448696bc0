import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { bulkChanges, typedRate, type BulkChanges, type BulkWish } from './bulk.ts'
import { isWholeLock, maskedLock } from './lock-id.ts'
import classes from './boxes.module.css'

interface BulkFieldsProps {
  readonly wish: BulkWish
  readonly currency: string
  /** The source of the stock says what its boxes cost. */
  readonly isExternal: boolean
  readonly isBusy: boolean
  readonly onChange: (wish: BulkWish) => void
  readonly onShow: (changes: BulkChanges) => void
}

/** What is to change: ticked, then typed; nothing typed takes away. */
export function BulkFields({ wish, currency, isExternal, isBusy, onChange, onShow }: BulkFieldsProps) {
  const t = useTranslations('boxes.bulk')
  const form = useTranslations('boxes.form')
  const changes = bulkChanges(wish)
  const set = (part: Partial<BulkWish>): void => onChange({ ...wish, ...part })
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (changes !== undefined && !isBusy) onShow(changes)
      }}
    >
      <p>{t('what')}</p>
      {!isExternal && (
        <div className={classes.choice}>
          <Checkbox
            label={t('ownRate')}
            checked={wish.isRate}
            onChange={(event) => set({ isRate: event.currentTarget.checked })}
          />
          {wish.isRate && (
            <TextInput
              label={form('ownRate', { currency })}
              description={t('ownRateHint')}
              inputMode="decimal"
              autoComplete="off"
              value={wish.rate}
              error={typedRate(wish.rate) === undefined ? form('rateWrong') : null}
              onChange={(event) => set({ rate: event.currentTarget.value })}
            />
          )}
        </div>
      )}
      <div className={classes.choice}>
        <Checkbox
          label={t('lock')}
          checked={wish.isLock}
          onChange={(event) => set({ isLock: event.currentTarget.checked })}
        />
        {wish.isLock && (
          <TextInput
            label={t('lockField')}
            description={t('lockHint')}
            inputMode="numeric"
            placeholder="0:00:00"
            autoComplete="off"
            value={wish.lock}
            error={wish.lock !== '' && !isWholeLock(wish.lock) ? form('lockWrong') : null}
            onChange={(event) => set({ lock: maskedLock(event.currentTarget.value) })}
          />
        )}
      </div>
      <div className={classes.choice}>
        <Checkbox
          label={t('description')}
          checked={wish.isDescription}
          onChange={(event) => set({ isDescription: event.currentTarget.checked })}
        />
        {wish.isDescription && (
          <Textarea
            aria-label={t('description')}
            description={t('descriptionHint')}
            autosize
            minRows={2}
            value={wish.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
        )}
      </div>
      <div className={classes.dialogDeeds}>
        <Button
          type="submit"
          size="md"
          loading={isBusy}
          disabled={changes === undefined}
          title={changes === undefined ? t('nothing') : undefined}
        >
          {t('show')}
        </Button>
      </div>
    </form>
  )
}
