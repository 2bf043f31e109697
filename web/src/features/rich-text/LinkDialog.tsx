import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { TextField } from '../../ui/forms/Field.js'
import { isOfInputMethod } from '../../ui/forms/input-method.js'
import { isLinkAddress } from './extensions.js'

export function LinkDialog({ editor, close }: { editor: Editor; close: () => void }) {
  const { t } = useTranslation()
  const before = String(editor.getAttributes('link')['href'] ?? '')
  const [address, setAddress] = useState(before)
  const [wrong, setWrong] = useState(false)
  const text = () => editor.chain().extendMarkRange('link')
  function set() {
    const typed = address.trim()
    const href = /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(typed) ? typed : `https://${typed}`
    if (!isLinkAddress(href)) return setWrong(true)
    // Without a selection or an existing link, the typed address becomes the text of a new link.
    if (editor.state.selection.empty && !before)
      editor.commands.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] })
    else text().setLink({ href }).run()
    close()
  }
  return (
    <Dialog title={t('rich-text:link')} onClose={close}>
      {/* This dialog is not a form, because the editor is inside a form, and forms cannot be nested. */}
      <TextField
        label={t('rich-text:address')}
        hint={t('rich-text:addressHint')}
        errors={wrong ? [t('rich-text:addressWrong')] : []}
        type="url"
        autoFocus
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
          event.preventDefault()
          set()
        }}
      />
      <div className="dialog-end editor-dialog-end">
        {before && (
          <Button
            variant="quiet"
            onClick={() => {
              text().unsetLink().run()
              close()
            }}
          >
            {t('rich-text:removeLink')}
          </Button>
        )}
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button variant="filled" disabled={address.trim() === ''} onClick={set}>
          {t('rich-text:setLink')}
        </Button>
      </div>
    </Dialog>
  )
}
