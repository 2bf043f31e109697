import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.js'
import { TextField } from './Field.js'
import './copied.css'

/** A text with a button that copies it, and says that it did. */
export function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="copied">
      <TextField label={label} value={text} readOnly onFocus={(event) => event.target.select()} />
      <Button
        aria-label={`${t('share.copy')}: ${label}`}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {t(isCopied ? 'share.done' : 'share.copy')}
      </Button>
    </div>
  )
}
