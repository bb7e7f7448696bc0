import { startMailbox } from '@stowage/simulators'
import { endWithParent, tell } from './children.ts'

// A mail server that takes everything, in a process of its own: what the product sends must cost the product, not the bench.
const mailbox = await startMailbox({ host: '127.0.0.1', port: 0 })
endWithParent(mailbox.close)
tell({ port: mailbox.port })
