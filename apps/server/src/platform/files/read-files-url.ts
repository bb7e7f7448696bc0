import { ConfigError } from '../config-error.ts'
import { isPrivateHost } from '../line-encryption.ts'

/** An S3-compatible bucket. */
export interface ObjectStorage {
  /** With the bucket: `https://s3.example/stowage`, or `https://stowage.s3.example`. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const EXPECTED =
  'the address of an S3 bucket with its access key, like https://KEY:SECRET@s3.example/bucket?region=eu-central-1 (characters other than letters and digits in KEY and SECRET percent-encoded)'

/** @throws ConfigError FILES_URL, without repeating the secret */
export function readFilesUrl(value: string | undefined): ObjectStorage | undefined {
  if (value === undefined) return undefined
  if (!URL.canParse(value)) throw new ConfigError('FILES_URL', EXPECTED)
  const url = new URL(value)
  const { protocol, username, password, origin, pathname, searchParams } = url
  const unknown = [...searchParams.keys()].find((name) => name !== 'region' && name !== 'plain')
  const isRight =
    /^https?:$/.test(protocol) &&
    username !== '' &&
    password !== '' &&
    /^\/(?:[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?)?$/.test(pathname) &&
    url.hash === '' &&
    unknown === undefined
  if (!isRight) throw new ConfigError('FILES_URL', EXPECTED)
  // Its keys stay here, but what is in the files goes over that line.
  if (protocol === 'http:' && !isPrivateHost(url.hostname) && !searchParams.has('plain'))
    throw new ConfigError(
      'FILES_URL',
      `https for ${url.hostname}; "plain" is added only on a line of your own`,
    )
  try {
    return {
      endpoint: `${origin}${pathname.replace(/\/$/, '')}`,
      region: searchParams.get('region') ?? 'us-east-1',
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    }
  } catch {
    throw new ConfigError('FILES_URL', EXPECTED)
  }
}
