import net from 'node:net'
import { endWithParent, tell } from './children.ts'

/**
 * A mail server that takes everything and keeps nothing: what the simulators' mailbox does with a mail (parsing it) would be measured
 * with the product on a machine of few cores.
 */
const server = net.createServer((socket) => {
  let isData = false
  let text = ''
  socket.on('error', () => socket.destroy())
  socket.write('220 bench ESMTP\r\n')
  socket.on('data', (part) => {
    text += part.toString('latin1')
    if (isData) {
      if (!text.endsWith('\r\n.\r\n')) {
        text = text.slice(-5)
        return
      }
      isData = false
      text = ''
      socket.write('250 taken\r\n')
      return
    }
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const word = text.slice(0, 4).toUpperCase()
      text = text.slice(end + 2)
      if (word === 'DATA') {
        isData = true
        socket.write('354 go on\r\n')
      } else if (word === 'QUIT') socket.end('221 bye\r\n')
      else socket.write(word === 'EHLO' ? '250-bench\r\n250 SIZE 50000000\r\n' : '250 ok\r\n')
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as net.AddressInfo
  tell({ port })
})
endWithParent(async () => {
  server.close()
})
