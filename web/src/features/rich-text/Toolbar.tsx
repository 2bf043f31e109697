import { useEditorState, type Editor } from '@tiptap/react'
import { useState, type KeyboardEvent, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { editorIcons, toolGroups, type Tool } from './icons.js'
import { LinkDialog } from './LinkDialog.js'
import { PictureDialog } from './PictureDialog.js'

const actions: Record<Exclude<Tool, 'link' | 'image'>, (editor: Editor) => void> = {
  h2: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  h3: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  bold: (editor) => editor.chain().focus().toggleBold().run(),
  italic: (editor) => editor.chain().focus().toggleItalic().run(),
  strike: (editor) => editor.chain().focus().toggleStrike().run(),
  bulletList: (editor) => editor.chain().focus().toggleBulletList().run(),
  orderedList: (editor) => editor.chain().focus().toggleOrderedList().run(),
  blockquote: (editor) => editor.chain().focus().toggleBlockquote().run(),
  undo: (editor) => editor.chain().focus().undo().run(),
  redo: (editor) => editor.chain().focus().redo().run(),
}

interface Parts {
  ref: Ref<HTMLDivElement>
  editor: Editor
  label: string
  plain: boolean
}

/** The toolbar is one tab stop. Arrow keys move between its tools, and Escape returns to the text. */
export function Toolbar({ ref, editor, label, plain }: Parts) {
  const { t } = useTranslation()
  const shown = toolGroups(plain)
  const [stop, setStop] = useState<Tool>(shown[0]![0]!)
  const [openDialog, setOpenDialog] = useState<'link' | 'image'>()
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      pressed: {
        h2: now.isActive('heading', { level: 2 }),
        h3: now.isActive('heading', { level: 3 }),
        ...Object.fromEntries(
          (['bold', 'italic', 'strike', 'bulletList', 'orderedList', 'blockquote', 'link'] as const).map((name) => [
            name,
            now.isActive(name),
          ]),
        ),
      } as Partial<Record<Tool, boolean>>,
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  })
  const close = () => {
    setOpenDialog(undefined)
    editor.commands.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return void editor.commands.focus()
    const tools = shown.flat()
    const at = tools.indexOf(stop)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = tools.at(to % tools.length)!
    setStop(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-tool=${next}]`)?.focus()
  }
  return (
    <>
      <div
        ref={ref}
        role="toolbar"
        className="editor-toolbar"
        aria-label={t('rich-text:toolbar', { label })}
        onKeyDown={onKeyDown}
      >
        {shown.map((tools) => (
          <div key={tools[0]} className="editor-group">
            {tools.map((tool) => {
              const Icon = editorIcons[tool]
              return (
                <button
                  key={tool}
                  type="button"
                  data-tool={tool}
                  title={t(`rich-text:${tool}`)}
                  aria-label={t(`rich-text:${tool}`)}
                  aria-pressed={state.pressed[tool]}
                  aria-disabled={(tool === 'undo' || tool === 'redo') && !state[tool]}
                  tabIndex={tool === stop ? 0 : -1}
                  onFocus={() => setStop(tool)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => (tool === 'link' || tool === 'image' ? setOpenDialog(tool) : actions[tool](editor))}
                >
                  <Icon />
                </button>
              )
            })}
          </div>
        ))}
      </div>
      {openDialog === 'link' && <LinkDialog editor={editor} close={close} />}
      {openDialog === 'image' && <PictureDialog editor={editor} close={close} />}
    </>
  )
}
