import { ApiError } from './api-error.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly description?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

interface Content {
  readonly schema: Schema
  readonly example?: unknown
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly 'x-access'?: 'public' | 'signed-in' | readonly string[]
  readonly 'x-scope'?: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly 'x-codes'?: readonly number[]
        readonly content?: Readonly<Record<string, Content>>
      }
    >
  >
}

/** The part of the description of the API that its page shows. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly 'x-error-codes': Readonly<Record<string, { readonly status: number; readonly message: string }>>
}

/** The description of every call, with what codes say in that language. It is no call of the API, but what they are made from. */
export async function readOpenApi(language: string, signal: AbortSignal): Promise<OpenApiDocument> {
  const response = await fetch('/api/openapi.json', { signal, headers: { 'X-Language': language } }).catch(
    (error: unknown) => {
      if (signal.aborted) throw error
      throw new ApiError(0, [])
    },
  )
  if (!response.ok) throw new ApiError(response.status, [])
  return (await response.json()) as OpenApiDocument
}
