import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/secure-context.js'
import { Button } from '../Button.js'
import { TextField } from '../forms/Field.js'
import './copied.css'

export function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const press = async () => {
    const done = await copyText(text)
    setCopied(done)
    if (!done) box.current?.querySelector('input')?.focus()
  }
  return (
    <div className="copied" ref={box}>
      <TextField label={label} value={text} readOnly onFocus={(event) => event.target.select()} />
      <Button aria-label={`${t('share.copy')}: ${label}`} onClick={() => void press()}>
        {t(isCopied ? 'share.done' : 'share.copy')}
      </Button>
    </div>
  )
}
