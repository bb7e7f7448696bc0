import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getUser, searchUsers } from '@stowage/api/accounts'
import { markInternal } from '@stowage/api/contracts'
import { call, queryOf } from '../../client/index.ts'
import { toast } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import { useKeepContract } from './use-keep-contract.ts'
import classes from './manage-contract.module.css'

const pauseMs = 250

/**
 * Whose internal contract it is, searched for among all staff; Apply is there only while another one is chosen: an arrow key
 * in the list decides nothing.
 */
export function InternalField({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('people')
  const keep = useKeepContract()
  const marked = contract.internalUserId ?? null
  const [chosen, setChosen] = useState(marked)
  // Marked elsewhere, and nothing chosen here: the field follows.
  const [known, setKnown] = useState(marked)
  if (known !== marked) {
    setKnown(marked)
    if (chosen === known) setChosen(marked)
  }
  const [typed, setTyped] = useState('')
  const [pausedAt] = useDebouncedValue(typed.trim(), pauseMs)
  const picked = useQuery({
    ...queryOf(getUser, { params: { id: chosen ?? '' } }),
    enabled: chosen !== null,
    meta: { quiet: true },
  }).data
  // The chosen name stands in the field as if it had been typed.
  const search = pausedAt === picked?.displayName ? '' : pausedAt
  const found = useQuery({
    ...queryOf(searchUsers, {
      query: { role: 'staff', sort: 'name', ...(search === '' ? {} : { search }) },
    }),
    placeholderData: (before) => before,
    meta: { quiet: true },
  }).data
  const staff = (found?.items ?? []).filter(({ isDeleted }) => !isDeleted)
  const shown = picked === undefined || staff.some(({ id }) => id === picked.id) ? staff : [picked, ...staff]
  const mark = useMutation({
    mutationFn: async (internalUserId: string | null) =>
      await call(markInternal, { params: { contractId: contract.id }, body: { internalUserId } }),
    onSuccess: (changed, userId) => {
      keep(changed)
      toast({
        text:
          userId === null ? t('internal.lifted') : t('internal.marked', { name: picked?.displayName ?? '' }),
      })
    },
  })
  return (
    <form
      className={classes.leaving}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== marked && !mark.isPending) mark.mutate(chosen)
      }}
    >
      <Select
        className={classes.wide}
        label={t('internal.label')}
        description={t('internal.hint')}
        placeholder={t('internal.none')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('internal.none') }}
        // The server has searched; what it found is what is offered.
        filter={({ options }) => options}
        data={shown.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        value={chosen}
        onChange={setChosen}
        onSearchChange={setTyped}
        nothingFoundMessage={t('internal.nobody')}
      />
      {chosen !== marked && (
        <Button type="submit" variant="light" size="xs" loading={mark.isPending}>
          {t('contracts.apply')}
        </Button>
      )}
    </form>
  )
}
