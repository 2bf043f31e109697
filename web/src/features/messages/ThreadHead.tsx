import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '@toile/contracts/messages/messages'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'
import { UserLink } from '../creators/UserLink.js'
import { ReportDialog } from '../reports/ReportDialog.js'
import { useBlock } from './use-block.js'
import { useConversationName } from './use-conversation-name.js'

/** Whom one is writing with, and what one may do about them; of moderators, the work that it is about. */
export function ThreadHead({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const name = useConversationName()(conversation)
  const [reporting, setReporting] = useState(false)
  const { isBusy, block } = useBlock(conversation)
  const { person, work, blocked } = conversation
  return (
    <div className="thread-head">
      {person ? (
        <UserLink user={person} />
      ) : (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      )}
      {work && (
        <span>
          {t('messages.about')}{' '}
          {work.title ? (
            <Link to={paths.work(work.id)}>
              <bdi>{work.title}</bdi>
            </Link>
          ) : (
            t('messages.workGone')
          )}
        </span>
      )}
      {person && (
        <div className="thread-actions">
          <Button variant="quiet" onClick={() => setReporting(true)}>
            {t('reports.report')}
          </Button>
          {!blocked && (
            <Button variant="quiet" busy={isBusy} onClick={() => void block(true)}>
              {t('messages.block')}
            </Button>
          )}
        </div>
      )}
      {reporting && person && <ReportDialog kind="user" id={person.id} close={() => setReporting(false)} />}
    </div>
  )
}
