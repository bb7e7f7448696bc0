import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { exportUsers } from '@stowage/api/accounts'
import { call } from '../../../client/index.ts'
import { useToday } from '../../../features/catalog/index.ts'
import { toast } from '../../../ui/index.ts'
import { csvFileName, downloadCsv } from '../export-csv.ts'
import { listQuery, type UsersWanted } from './users-query.ts'

/** The whole list as it is searched and sorted, as a file. The server makes it: who takes everybody's data along is in the audit. */
export function ExportUsers({ wanted }: { readonly wanted: UsersWanted }) {
  const t = useTranslations('people.list')
  const users = useTranslations('backoffice.users')
  const today = useToday(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const file = useMutation({
    mutationFn: async () =>
      // A call of the kind `file` answers its bytes.
      (await call(exportUsers, { query: listQuery(wanted) })) as unknown as Blob,
    onSuccess: (blob) => {
      downloadCsv(blob, csvFileName(users('title'), today))
      toast({ text: t('exported') })
    },
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.75} />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      {t('export')}
    </Button>
  )
}
