/** What a look at one thing has found. `bad` is what a server cannot work with; `warn` is what somebody should know. */
export interface Finding {
  readonly about: string
  readonly level: 'ok' | 'warn' | 'bad'
  readonly says: string
}

export const ok = (about: string, says: string): Finding => ({ about, level: 'ok', says })
export const warn = (about: string, says: string): Finding => ({ about, level: 'warn', says })
export const bad = (about: string, says: string): Finding => ({ about, level: 'bad', says })

/** A look that fails is a finding itself. */
export async function looked(
  about: string,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look()
  } catch (error) {
    return [bad(about, error instanceof Error ? error.message : String(error))]
  }
}
