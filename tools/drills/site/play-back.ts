import net from 'node:net'

/** Says bytes again on a line of their own. */
export async function playBack(port: number, bytes: Buffer): Promise<string> {
  return await new Promise((resolve, reject) => {
    let text = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (part: Buffer) => {
      text += part.toString('utf8')
      socket.end()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}
