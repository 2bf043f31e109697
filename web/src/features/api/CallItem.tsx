import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call, Operation } from './document.js'
import { limitsOf, schemaText } from './schema-text.js'

type Content = NonNullable<Operation['requestBody']>['content']

export function CallItem({ call }: { call: Call }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { method, path, summary } = call
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <code className="api-method">{method}</code> <code className="api-path">{path}</code>
          <span lang="en">{summary}</span>
          <span className="muted">{t(`api:access.${call['x-access']}`)}</span>
        </summary>
        {open && <CallDetails call={call} />}
      </details>
    </li>
  )
}

function CallDetails({ call: { parameters, requestBody, responses } }: { call: Call }) {
  const { t } = useTranslation()
  return (
    <div className="api-details">
      {parameters.length > 0 && (
        <>
          <h3>{t('api:parameters')}</h3>
          <ul>
            {parameters.map(({ name, in: where, required, schema }) => (
              <li key={`${where} ${name}`}>
                <code>
                  {name}
                  {required ? '' : '?'}: {schemaText(schema)}
                </code>{' '}
                <span className="muted">
                  {t(`api:in.${where}`)}
                  {limitsOf(schema) && <code> {limitsOf(schema)}</code>}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {requestBody && (
        <>
          <h3>{t('api:body')}</h3>
          <Shape content={requestBody.content} />
        </>
      )}
      {Object.entries(responses).map(([status, { content }]) =>
        // All errors have the same shape, which is shown above the calls.
        status === 'default' || status === '4XX' ? null : (
          <div key={status}>
            <h3>{t('api:answer', { status })}</h3>
            {content ? <Shape content={content} /> : <p className="muted">{t('api:noBody')}</p>}
          </div>
        ),
      )}
    </div>
  )
}

function Shape({ content }: { content: Content }) {
  return Object.entries(content).map(([type, { schema }]) => (
    // Wide types scroll sideways. `tabIndex` makes the element focusable, so that the keyboard can scroll it too.
    <pre key={type} tabIndex={0}>
      {type === 'application/json' ? '' : `${type}\n`}
      {schema && schemaText(schema)}
    </pre>
  ))
}
