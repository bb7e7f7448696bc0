/** A setting that is wrong: named, with what is expected. The start ends with this sentence. */
export class ConfigError extends Error {
  constructor(name: string, expected: string) {
    super(`${name}: expected ${expected}`)
    this.name = 'ConfigError'
  }
}
