import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { TextField } from '../../ui/forms/Field.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { CallItem } from './CallItem.js'
import { callsByTag, withSchemas, type ApiDocument } from './document.js'
import { loadNamespaces } from '../../i18n/load-namespaces.js'
import './api.css'

await loadNamespaces('api')

export default function ApiCalls() {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words)
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) =>
      // /openapi.json does not describe its own answer, so the type is asserted.
      withSchemas((await api.openApi({}, { signal })) as unknown as ApiDocument),
    staleTime: Infinity,
  })
  const groups = useMemo(() => data && callsByTag(data, wanted.trim()), [data, wanted])
  return (
    <div className="api-page">
      <PageHeading title={t('api:title')} />
      <p className="muted">{t('api:about')}</p>
      {data && (
        <p className="muted">
          <code>{data.servers[0]?.url}</code> · {data.info.version} · <a href="/api/openapi.json">openapi.json</a>
        </p>
      )}
      <pre tabIndex={0}>{'Authorization: Bearer TOKEN\n{ code, message, fields?, requestId }'}</pre>
      <TextField
        label={t('api:search')}
        type="search"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {error && <LoadFailed text={t('api:failed')} of={{ error, refetch }} />}
      {!error && !groups && <Skeleton height={2_400} />}
      {groups?.length === 0 && <p role="status">{t('api:none')}</p>}
      {groups?.map(([tag, calls]) => (
        <section key={tag} aria-labelledby={`api-${tag}`}>
          <h2 id={`api-${tag}`}>
            <code>{tag}</code>
          </h2>
          <ul>
            {calls.map((call) => (
              <CallItem key={call.operationId} call={call} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
