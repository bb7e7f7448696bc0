import { Button } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { availability, openEquipmentById } from '@stowage/api/access'
import { call, keyOf, randomId, useUser } from '../../../client/index.ts'
import { allows } from '../../../features/accounts/index.ts'
import { confirm, toast } from '../../../ui/index.ts'
import type { Stock } from './stock.ts'
import classes from './stocks.module.css'

/** Gates and doors of a warehouse; each is asked about before it opens. */
export function EquipmentButtons({ stock, isLost }: { readonly stock: Stock; readonly isLost: boolean }) {
  const t = useTranslations('backoffice.stocks')
  const user = useUser()
  const client = useQueryClient()
  const open = useMutation({
    mutationFn: async ({ id, key }: { id: string; name: string; key: string }) =>
      await call(openEquipmentById, { params: { id: stock.id, equipmentId: id } }, { idempotencyKey: key }),
    onSuccess: (_opened, { name }) => toast({ text: t('opened', { name }) }),
    onError: () => void client.invalidateQueries({ queryKey: keyOf(availability, { params: { id: stock.id } }) }),
  })
  const equipment = stock.internalEquipments ?? []
  if (equipment.length === 0 || !allows(user, { permission: 'equipment.open' })) return null
  const ask = async (id: string, name: string): Promise<void> => {
    const yes = await confirm({ title: t('openTitle', { name }), text: t('openText', { stock: stock.name, address: stock.address }), yes: t('open') })
    if (yes) open.mutate({ id, name, key: randomId() })
  }
  return (
    <div className={classes.equipment} role="group" aria-label={t('doors')}>
      {equipment.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          leftSection={<IconDoorEnter size={18} stroke={1.75} />}
          disabled={isLost}
          title={isLost ? t('lost') : undefined}
          loading={open.isPending && open.variables.id === id}
          onClick={() => void ask(id, name)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
