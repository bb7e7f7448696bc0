/** What a document may weigh; the server refuses more. */
export const mostBytes = 10 * 1024 * 1024

/** The content without the `data:` in front. @throws when the file is empty or cannot be read (any more) */
export async function readBase64(file: File): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const [, base64 = ''] = typeof reader.result === 'string' ? reader.result.split(',') : []
      if (base64 === '') reject(new Error('an empty file'))
      else resolve(base64)
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not readable')))
    reader.readAsDataURL(file)
  })
}
