import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getUser, searchUsers } from '@stowage/api/accounts'
import { queryOf, type CurrentUser } from '../../../../client/index.ts'

const leastLetters = 2
const debounceMs = 250

interface ClientPickerProps {
  readonly userId: string | undefined
  readonly onPick: (userId: string | undefined) => void
}

/** A superUser says for whom; searching begins with the second letter. */
export default function ClientPicker({ userId, onPick }: ClientPickerProps) {
  const t = useTranslations('booking.client')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), debounceMs)
  const picked = useQuery({
    ...queryOf(getUser, { params: { id: userId ?? '' } }),
    enabled: userId !== undefined,
    meta: { quiet: true },
  }).data
  const isPickedName = picked !== undefined && search === nameOf(picked)
  const isSearching = search.length >= leastLetters && !isPickedName
  const found = useQuery({
    ...queryOf(searchUsers, { query: { search } }),
    enabled: isSearching,
    placeholderData: (before) => before,
    meta: { quiet: true },
  })
  const users = (isSearching ? (found.data?.items ?? []) : []).filter(
    ({ role, isDeleted }) => role === 'client' && !isDeleted,
  )
  const shown = picked === undefined || users.some(({ id }) => id === picked.id) ? users : [picked, ...users]
  return (
    <Select
      size="md"
      label={t('label')}
      placeholder={t('placeholder')}
      description={t('hint')}
      searchable
      clearable
      limit={50}
      clearButtonProps={{ 'aria-label': t('clear') }}
      // The server has searched; what it found is what is offered.
      filter={({ options }) => options}
      data={shown.map((user) => ({ value: user.id, label: nameOf(user) }))}
      value={userId ?? null}
      onChange={(id) => onPick(id ?? undefined)}
      onSearchChange={setTyped}
      nothingFoundMessage={
        search.length < leastLetters ? t('type') : found.isFetching ? t('searching') : t('nobody')
      }
    />
  )
}

function nameOf({ displayName, email }: CurrentUser): string {
  return displayName === '' || displayName === email ? email : `${displayName}, ${email}`
}
