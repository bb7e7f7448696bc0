import { Anchor, Button } from '@mantine/core'
import { IconDialpad } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CurrentUser } from '../../client/index.ts'
import type { MyStock } from './my-box.ts'
import { hasOwnPage, WayAround } from './way-around.tsx'
import { Modal } from '../../ui/dialog.tsx'

interface OpenByPinProps {
  readonly stock: MyStock
  readonly user: Pick<CurrentUser, 'id' | 'hasPinCode'>
}

/** For a tenant before a door that the server cannot open: the warehouse's own page takes his box number and PIN. */
export function OpenByPin({ stock: { stock }, user }: OpenByPinProps) {
  const t = useTranslations('mybox.connection')
  const [isOpen, setOpen] = useState(false)
  if (!hasOwnPage(stock)) return null
  return (
    <>
      <Button
        size="lg"
        leftSection={<IconDialpad size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('byPin')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size={480}
        title={t('byPinTitle', { stock: stock.name })}
      >
        <WayAround stock={stock}>
          <li>
            {user.hasPinCode ? t('pin') : t('noPin')}{' '}
            {!user.hasPinCode && (
              <Anchor
                renderRoot={(props) => (
                  <Link to="/users/$id" params={{ id: user.id }} hash="pin" {...props} />
                )}
              >
                {t('setPin')}
              </Anchor>
            )}
          </li>
        </WayAround>
      </Modal>
    </>
  )
}
