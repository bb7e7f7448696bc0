interface Sent {
  readonly method: string
  readonly headers: Headers
  readonly body: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends as fetch does and tells how much has left, which fetch cannot: a passport over a phone's network takes its time.
 * @param onProgress gets the sent part, 0 to 1
 * @throws TypeError without a connection, as fetch; AbortError when it was called off
 */
export async function sendWatched(
  url: string,
  { method, headers, body, signal }: Sent,
  onProgress: (part: number) => void,
): Promise<Response> {
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    request.open(method, url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const said = request.getAllResponseHeaders().trim().split(/\r?\n/)
      const answered = new Headers(said.map((line) => line.split(/:\s*/, 2) as [string, string]))
      resolve(
        new Response(request.status === 204 ? null : request.responseText, {
          status: request.status,
          headers: answered,
        }),
      )
    })
    request.addEventListener('error', () => reject(new TypeError('no connection')))
    request.addEventListener('abort', () => reject(new DOMException('called off', 'AbortError')))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    if (signal?.aborted === true) {
      reject(new DOMException('called off', 'AbortError'))
      return
    }
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
}
