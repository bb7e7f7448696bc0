import { useTranslations } from 'use-intl'
import type { OpenApiDocument } from '../../../client/index.ts'
import { CodeBlock } from './code-block.tsx'
import { curlOf, fieldsOf, typeOf, type ApiCall } from './description.ts'
import classes from './developers.module.css'

interface CallDetailsProps {
  readonly call: ApiCall
  readonly document: OpenApiDocument
}

/** One call: who may, what it takes and answers, how it refuses, and how one types it. */
export function CallDetails({ call, document }: CallDetailsProps) {
  const t = useTranslations('integrations.developers')
  const { operation } = call
  const access = operation['x-access'] ?? 'public'
  const scope = operation['x-scope']
  const body = operation.requestBody?.content['application/json']
  const answer = operation.responses['200']?.content ?? {}
  const json = answer['application/json']
  const parameters = operation.parameters.filter(({ in: place }) => place !== 'header')
  return (
    <div className={classes.call}>
      <dl className={classes.facts}>
        <dt>{t('permission')}</dt>
        <dd>
          {access === 'public'
            ? t('public')
            : access === 'signed-in'
              ? t('signedIn')
              : access.length === 0
                ? t('superUser')
                : t('anyOf', { names: access.join(', ') })}
        </dd>
        <dt>{t('scope')}</dt>
        <dd>{scope === undefined ? t('noKey') : <code>{scope}</code>}</dd>
      </dl>
      <h4>curl</h4>
      <CodeBlock label="curl" code={curlOf(call, location.origin)} />
      {parameters.length > 0 && (
        <>
          <h4>{t('parameters')}</h4>
          <FieldList
            fields={parameters.map(({ name, in: place, required, schema }) => ({
              name: place === 'path' ? `{${name}}` : `?${name}`,
              type: typeOf(schema),
              isRequired: required,
            }))}
          />
        </>
      )}
      {body !== undefined && (
        <>
          <h4>{t('body')}</h4>
          <FieldList fields={fieldsOf(body.schema)} />
        </>
      )}
      <h4>{t('answer')}</h4>
      {json === undefined ? (
        <p className={classes.quiet}>{t('file', { media: Object.keys(answer).join(', ') })}</p>
      ) : (
        <>
          <p className={classes.quiet}>{typeOf(json.schema)}</p>
          <CodeBlock label={t('answer')} code={JSON.stringify(json.example, null, 2)} />
        </>
      )}
      <h4>{t('errors')}</h4>
      <ul className={classes.fields}>
        {Object.entries(operation.responses).flatMap(([status, response]) =>
          (response['x-codes'] ?? []).map((code) => (
            <li key={code}>
              <code>
                {status} · {code}
              </code>{' '}
              {document['x-error-codes'][String(code)]?.message}
            </li>
          )),
        )}
      </ul>
    </div>
  )
}

interface FieldListProps {
  readonly fields: readonly { readonly name: string; readonly type: string; readonly isRequired: boolean }[]
}

function FieldList({ fields }: FieldListProps) {
  const t = useTranslations('integrations.developers')
  return (
    <ul className={classes.fields}>
      {fields.map(({ name, type, isRequired }) => (
        <li key={name}>
          <code>{name}</code> <span className={classes.quiet}>{type}</span>
          {isRequired && <strong> {t('required')}</strong>}
        </li>
      ))}
    </ul>
  )
}
