import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SCode } from '@toile/contracts/software/codes'
import { useSession } from '../../lib/session.js'
import { Button } from '../../ui/Button.js'
import { formatDate } from '../../ui/format.js'
import { useRedeem } from './use-software.js'

export function CodeTable({ codes }: { codes: readonly SCode[] }) {
  const { t } = useTranslation()
  return (
    <table className="records">
      <thead>
        <tr>
          {(['code', 'days', 'received', 'status', 'usedBy'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`software:software.${column}`)}
            </th>
          ))}
          <th scope="col" aria-hidden="true" />
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => (
          <CodeRow key={code.id} code={code} />
        ))}
      </tbody>
    </table>
  )
}

function CodeRow({ code }: { code: SCode }) {
  const { t } = useTranslation()
  const me = useSession()
  const redeem = useRedeem()
  const useNow = useMutation({ mutationFn: () => redeem({ id: code.id }) })
  const { hint, usedBy } = code
  return (
    <tr>
      <th scope="row">
        <span aria-hidden="true">····· </span>
        <span className="visually-hidden">{t('software:software.codeEnding', { hint })}</span>
        <code aria-hidden="true">{hint}</code>
      </th>
      <td className="tabular">{code.days}</td>
      <td className="tabular">{formatDate(code.receivedAt)}</td>
      <td>
        <span className="use-mark" data-state={code.status}>
          {t(`software:software.statuses.${code.status}`)}
        </span>
        <CodeDays code={code} />
      </td>
      <td>{usedBy && (usedBy.id === me?.id ? t('software:software.you', usedBy) : usedBy.name)}</td>
      <td className="records-action">
        {code.status === 'unused' && (
          <Button
            busy={useNow.isPending}
            aria-label={t('software:software.useNowOf', { hint })}
            onClick={() => useNow.mutate()}
          >
            {t('software:software.useNow')}
          </Button>
        )}
      </td>
    </tr>
  )
}

function CodeDays({ code: { startsAt, endsAt, daysLeft } }: { code: SCode }) {
  const { t } = useTranslation()
  if (!startsAt || !endsAt) return null
  const text =
    daysLeft === 0
      ? t('software:software.runOut', { date: formatDate(endsAt) })
      : Date.parse(startsAt) > Date.now()
        ? t('software:software.runsFrom', { date: formatDate(startsAt) })
        : t('software:software.daysLeft', { count: daysLeft })
  return <span className="muted tabular"> · {text}</span>
}
